package io.algeon.engine.csv;

import java.nio.charset.Charset;
import java.util.List;

/**
 * How a CSV file is written. Characters are ASCII, 0 is none.
 *
 * @param delimiter one to four ASCII characters between fields
 * @param quote around fields that hold delimiters or line ends
 * @param escape before a quote inside quotes; the quote itself if quotes are doubled
 * @param comment begins a line that is none
 * @param carriageReturn whether a carriage return alone ends lines
 * @param skippedLines lines before the header or the first row
 * @param header whether names come before the first row
 * @param charset of the file
 * @param byteOrderMark bytes of the mark that the file begins with
 * @param compressed whether the file is a gzip file
 * @param nullTexts unquoted texts that stand for NULL
 * @param decimalComma whether a comma, not a point, is before the fraction of numbers
 * @param padding whether rows with too few fields end in NULLs
 */
record CsvDialect(
        String delimiter,
        int quote,
        int escape,
        int comment,
        boolean carriageReturn,
        int skippedLines,
        boolean header,
        Charset charset,
        int byteOrderMark,
        boolean compressed,
        List<String> nullTexts,
        boolean decimalComma,
        boolean padding) {
    CsvDialect {
        nullTexts = List.copyOf(nullTexts);
    }

    /** The dialect in a few words, for EXPLAIN. */
    String text() {
        StringBuilder text = new StringBuilder("delimiter ").append(quoted(delimiter));
        text.append(", quote ").append(quote == 0 ? "none" : quoted(String.valueOf((char) quote)));
        if (escape != quote && escape != 0) {
            text.append(", escape ").append(quoted(String.valueOf((char) escape)));
        }
        text.append(header ? ", header" : ", no header");
        if (skippedLines > 0) {
            text.append(", ").append(skippedLines).append(" lines skipped");
        }
        if (comment != 0) {
            text.append(", comment ").append(quoted(String.valueOf((char) comment)));
        }
        if (carriageReturn) {
            text.append(", lines end in CR");
        }
        if (decimalComma) {
            text.append(", decimal comma");
        }
        if (padding) {
            text.append(", short rows padded");
        }
        if (!nullTexts.equals(List.of(""))) {
            text.append(", null ").append(nullTexts);
        }
        text.append(", ").append(charset.name());
        if (compressed) {
            text.append(", gzip");
        }
        return text.toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("\t", "\\t") + "'";
    }
}
