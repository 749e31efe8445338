// RUN: true
int   free_form( void )  { return 0; } /* TODO in a FileCheck file, and a line that is far longer than the hundred columns of the house */
