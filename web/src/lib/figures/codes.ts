import { messages } from '@/lib/messages';

const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = messages.codeWords;

/** A value of a split as people read it: a code in words, a name as it is. */
export function wordOf(split: string, value: string): string {
  const words = codes[split];
  return words === undefined
    ? value
    : (words[value] ?? `${value.charAt(0).toUpperCase()}${value.slice(1)}`);
}
