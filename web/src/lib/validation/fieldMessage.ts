/**
 * The server's message about a field as a sentence: 'must lie between 0 and 100' becomes 'Reward percent must lie
 * between 0 and 100.' Sentences, and the empty message, stay as they are.
 */
export function fieldMessage(label: string, message: string): string {
  if (!/^[a-z]/.test(message)) return message;
  return `${label} ${message}${/[.!?]$/.test(message) ? '' : '.'}`;
}
