/**
 * CPU operators, one package a family; they carry out the nodes of {@link io.algeon.engine.plan.PlanNode} against the
 * contracts of {@link io.algeon.engine.exec}. Depends on batch, plan, exec, memory and expression, never on SQL.
 */
@NullMarked
package io.algeon.engine.operator;

import org.jspecify.annotations.NullMarked;
