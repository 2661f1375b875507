import { messages } from '@/lib/messages';

/** Words of a column that say what a row is. */
export interface Rule {
  column: string;
  meaning: string;
  /** With `|` between them. */
  words: string;
}

const words = messages.importMapping;

/** The meanings of words, with their texts. */
export const meanings = Object.entries(words.meanings).map(([value, label]) => ({ value, label }));

/** A `\` before `|`, `=`, `:` or itself takes it as part of a name or word. */
function escaped(text: string): string {
  return text.replaceAll(/[\\|=:]/g, (sign) => `\\${sign}`);
}

function wordsOf(text: string): string[] {
  return text
    .split('|')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Problems by field. */
export function ruleProblems({ column, words: typed }: Rule): Partial<Record<keyof Rule, string>> {
  return {
    ...(column === '' && { column: words.columnRequired }),
    ...(wordsOf(typed).length === 0 && { words: words.wordsRequired }),
  };
}

/** A rule as the API reads it: `Status=void:Cancelled|Canceled`. */
export function ruleText({ column, meaning, words: typed }: Rule): string {
  return `${escaped(column)}=${meaning}:${wordsOf(typed).map(escaped).join('|')}`;
}
