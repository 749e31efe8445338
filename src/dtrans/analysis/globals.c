/* Global variables: objects, pointers to objects, initializers. */
#include "dtrans/analysis/visit.h"

static void visit_instance(dtrans_visitor *v, LLVMValueRef global, const LocalPointerInfo *p) {
    LLVMValueRef init = LLVMGetInitializer(global);
    for (uint32_t i = 0; i < p->objects; i++) {
        dtrans_note(v->info, p->views[i].type, GlobalInstance, global,
                    "the global variable '%s' is an object of the struct",
                    LLVMGetValueName(global));
        if (init && !LLVMIsNull(init) && !LLVMIsAUndefValue(init))
            dtrans_note(v->info, p->views[i].type, HasInitializerList, global,
                        "the global variable '%s' has an initializer", LLVMGetValueName(global));
    }
}

void dtrans_visit_globals(dtrans_visitor *v) {
    ir_each_global (global, v->info->m->llvm) {
        ptr_class c = ptr_class_of(&v->info->graph, global);
        const LocalPointerInfo *p = dtrans_local_class(&v->local, c);
        v->inst = global;
        if (p->objects)
            visit_instance(v, global, p);
        LLVMTypeRef type = LLVMGlobalGetValueType(global);
        while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
            type = LLVMGetElementType(type);
        if (LLVMGetTypeKind(type) != LLVMPointerTypeKind)
            continue;
        const LocalPointerInfo *held =
            dtrans_local_class(&v->local, ptr_pointee_if_any(&v->info->graph, c));
        dtrans_note_views(v, held, GlobalPtr, DTRANS_CONDITIONS,
                          "a global variable points to objects of the struct");
    }
}
