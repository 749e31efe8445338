int main(void) {
    return nowhere + ;
}
