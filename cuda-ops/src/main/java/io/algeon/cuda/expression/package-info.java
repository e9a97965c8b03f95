/**
 * From expressions of the plan to the bytecode that the interpreter kernel runs. Depends on the engine's {@code scalar},
 * {@code expression} and {@code exec}; knows nothing of devices. Start with {@link io.algeon.cuda.expression.ProgramCompiler},
 * then {@link io.algeon.cuda.expression.Opcode}.
 */
@NullMarked
package io.algeon.cuda.expression;

import org.jspecify.annotations.NullMarked;
