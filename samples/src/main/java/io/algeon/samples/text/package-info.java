/** Results as text; what the samples print with. */
package io.algeon.samples.text;
