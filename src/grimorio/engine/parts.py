"""How a kernel is compiled that only other kernels call: as a part of them, without machine code of its own.

Numba makes machine code of every function at once, together with all that it calls, so that a rule at the bottom of a
game would be optimised and translated anew for every rule above it. A part ends before that: it is code that is linked,
and whoever is called from outside is optimised and translated once, with all its parts.
"""

import weakref
from collections.abc import MutableMapping
from typing import Any

import llvmlite.binding as llvm
from numba.core import caching, compiler, funcdesc, typed_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass

HOW = "parts 3"
"""By which way of compiling the code on disk was made: raised when that changes."""
EXTERNAL, SHARED, PRIVATE = llvm.Linkage.external, llvm.Linkage.linkonce_odr, llvm.Linkage.internal


class Part(JITCodeLibrary):  # type: ignore[misc]
    """Code to be linked, with all that it calls; nobody runs it as it is."""

    def finalize(self) -> None:
        """Take in what is called, and stop there."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)  # noqa: SLF001 - this is a library of Numba's too
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == EXTERNAL:
                function.linkage = SHARED
        self._ready()

    def _ready(self) -> None:
        self._finalize_dynamic_globals()
        self._shared_module, self._finalized = self._final_module, True

    def bitcode(self) -> bytes:
        """What is kept on disk."""
        self._ensure_finalized()
        return bytes(self._final_module.as_bitcode())

    @classmethod
    def read(cls, codegen: Any, name: str, bitcode: bytes) -> "Part":
        """What was kept."""
        part = cls(codegen, name)
        part._final_module = llvm.parse_bitcode(bitcode)
        part._ready()
        return part


identities: MutableMapping[Any, str] = weakref.WeakKeyDictionary()
"""Of all kernels: their names in machine code. Numba counts, so that two functions made alike, each the first of its
process, had one name, and whoever linked both got one of them twice."""


def _name_of(function: Any) -> str:
    return identities[function].replace("-", "")


class Key:
    """By which callers find the code of a part: one for each form."""


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(typed_passes.NativeLowering):  # type: ignore[misc]
    """Numba's last step but one, without an executable at its end."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Write the code of a part, and tell callers where it is."""
        context, flags = state.targetctx, state.flags
        state.func_id.unique_id = _name_of(state.func_id.func)
        state.library = Part(context.codegen(), state.func_id.func_qualname)
        state.library._reload_init.update(state.reload_init)  # noqa: SLF001
        described = funcdesc.PythonFunctionDescriptor.from_specialized_function(
            state.func_ir, state.typemap, state.return_type, state.calltypes, mangler=context.mangler,
            inline=flags.forceinline, noalias=flags.noalias, abi_tags=[flags.get_mangle_string()],
        )  # fmt: skip
        with context.push_code_library(state.library):
            lower = self.lowering_class(context, state.library, described, state.func_ir, metadata=state.metadata)
            lower.lower()
        key = Key()
        context.insert_user_function(key, described, [state.library])
        state["cr"] = compiler._LowerResult(described, lower.call_helper, cfunc=key, env=lower.env)  # noqa: SLF001
        return True


class Whole(JITCodeLibrary):  # type: ignore[misc]
    """Code that is called from outside, with all its parts."""

    def _optimize_final_module(self) -> None:
        """Once: Numba goes over it once more before, for counts of references, of which kernels have none.

        Its parts are told to be nobody else's. Only then may LLVM put one that is called once into its place whatever
        its size, leave out results that are always the same (such as "nothing went wrong"), and pass less to it.
        """
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == SHARED:
                function.linkage = PRIVATE
        passes, builder = self._codegen._module_pass_manager()  # noqa: SLF001
        passes.run(self._final_module, builder)


@register_pass(mutates_CFG=True, analysis_only=False)
class WholeLowering(typed_passes.NativeLowering):  # type: ignore[misc]
    """Numba's last step but one, into such code."""

    _name = "whole_lowering"

    def run_pass(self, state: Any) -> bool:
        """As it is, but for where the code goes."""
        state.library = Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.func_id.unique_id = _name_of(state.func_id.func)
        return bool(super().run_pass(state))


class _Compiler(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's compiler with one step of ours in it."""

    lowering: Any

    def define_pipelines(self) -> list[Any]:
        """One way only: what Numba cannot compile is an error."""
        made = PassManager("nopython")
        for step, told in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            made.add_pass(self.lowering if step is typed_passes.NativeLowering else step, told)
        made.finalize()
        return [made]


class WholeCompiler(_Compiler):
    """For what is called from outside."""

    lowering = WholeLowering


class PartCompiler(_Compiler):
    """For what kernels call."""

    lowering = PartLowering


class PartFiles(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """How a part is kept."""

    def reduce(self, result: Any) -> Any:
        """What there is to keep."""
        described = result.fndesc
        described.typemap = described.calltypes = None
        return result.library.name, result.library.bitcode(), described, result.signature, result.reload_init

    def rebuild(self, context: Any, kept: Any) -> Any:
        """The same as when it was compiled."""
        name, bitcode, described, signature, reload_init = kept
        for step in reload_init:
            step()
        return CompileResult(
            target_context=context,
            typing_context=context.typing_context,
            library=Part.read(context.codegen(), name, bitcode),
            environment=None,
            entry_point=Key(),
            fndesc=described,
            type_annotation="",
            signature=signature,
            objectmode=False,
            lifted=(),
            typing_error=None,
            call_helper=None,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=(),
        )
