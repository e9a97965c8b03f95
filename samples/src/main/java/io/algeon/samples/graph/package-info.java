/** Graphs inside one statement: which brands go together, as a table and as a picture. Start with BrandMap. */
package io.algeon.samples.graph;
