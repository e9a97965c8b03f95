/** The console: sqlline at a terminal, plain statements from options, files and pipes. Start with {@code Console}. */
package io.algeon.samples.console;
