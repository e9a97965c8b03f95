package io.algeon.cuda.emulator.ptx;

import java.util.List;

/**
 * An entry point or a function.
 *
 * @param name as in the text
 * @param entry whether it can be launched
 * @param results at most one variable
 * @param parameters in order
 * @param maxThreads most threads a block, of an entry point
 * @param statements between the braces, labels and braces among them; empty for a mere declaration
 */
record PtxFunction(
        String name,
        boolean entry,
        List<PtxVariable> results,
        List<PtxVariable> parameters,
        int maxThreads,
        List<String> statements) {}
