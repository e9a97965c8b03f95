package io.algeon.engine.sql.optimize;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.plan.PlanNode;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.RelNode;

/**
 * Makes the physical plan of a validated query. Thread-safe; each call is independent.
 *
 * <p>The relational tree comes from Calcite's {@code SqlToRelConverter} with {@code withExpand(false)} (sub-queries stay
 * {@code RexSubQuery}s), without decorrelation or trimming, and is not registered with a planner. A table of the tree
 * ({@code RelOptTable}) unwraps to {@link io.algeon.engine.source.TableSource}, whose columns it has in the same order.
 */
public final class PhysicalPlanner {
    private final ScalarTranslator translator;
    private final ConstantFolder folder;

    public PhysicalPlanner(ScalarTranslator translator, ConstantEvaluator evaluator) {
        this.translator = Objects.requireNonNull(translator);
        this.folder = new ConstantFolder(evaluator);
    }

    /**
     * Plans a query.
     *
     * @param query {@code RelRoot.project()}; its row type is that of the result
     * @param cancellation checked often
     * @param names names of the result's columns, one a field of the query
     * @return a plan whose output columns are exactly the query's, in order, under these names
     * @throws io.algeon.metadata.error.EngineException {@code unsupported_operator} or {@code unsupported_expression} if something in the query has
     *     no plan
     */
    public PlanNode plan(RelNode query, List<String> names, CancellationToken cancellation) {
        QueryColumns columns = new QueryColumns(cancellation);
        LogicalBuilder.Relation relation = new LogicalBuilder(translator, folder, columns).build(query);
        Estimator estimator = new Estimator(columns);
        LogicalNode optimized = new PredicatePushdown(folder, columns, estimator).rewrite(relation.node());
        PlanNode plan = new PhysicalBuilder(columns, estimator).buildQuery(optimized, relation.fields(), names);
        return SharedPlans.share(plan);
    }
}
