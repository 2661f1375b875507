import type { NotificationKind, NotificationRules } from '@/api';
import { messages } from '@/lib/messages';
import { centsTyped, typedMoney } from '@/lib/money';

const words = messages.notificationRules;

/** Unit of a threshold: dollars, or percent of net sales. */
export type Unit = 'dollars' | 'percent';

/** A rule as typed; `threshold` is empty if the kind has none. */
export interface RuleValues {
  kind: NotificationKind;
  enabled: boolean;
  push: boolean;
  threshold: string;
}

/** The form of a location's rules. */
export interface RulesValues {
  rules: RuleValues[];
  quietHours: { enabled: boolean; from: string; until: string };
  digestEmail: boolean;
}

/** The kinds in the order of the screen, by subject. */
export const groups: readonly { title: string; kinds: readonly NotificationKind[] }[] = [
  { title: words.day, kinds: ['dayClosed', 'laborHigh', 'salesCountedTwice', 'salesDiffer'] },
  { title: words.checks, kinds: ['largeVoid', 'largeDiscount', 'largeRefund'] },
  { title: words.menu, kinds: ['itemRanOut'] },
  { title: words.money, kinds: ['paymentFailed', 'disputeOpened', 'payoutPaid', 'payoutFailed'] },
  { title: words.marketing, kinds: ['campaignFinished', 'guestText'] },
];

/** Unit of a kind's threshold; `null` if it has none. */
export function unitOf(kind: NotificationKind): Unit | null {
  if (kind === 'laborHigh') return 'percent';
  return kind.startsWith('large') ? 'dollars' : null;
}

export function valuesOf({ rules, quietHours, digestEmail }: NotificationRules): RulesValues {
  return {
    rules: rules.map(({ kind, enabled, push, threshold }) => ({
      kind,
      enabled,
      push,
      threshold: threshold === null ? '' : typedThreshold(kind, threshold),
    })),
    quietHours: { ...quietHours },
    digestEmail,
  };
}

function typedThreshold(kind: NotificationKind, threshold: number): string {
  return unitOf(kind) === 'percent' ? String(threshold) : typedMoney(threshold);
}

const MONEY_CENTS = { least: 100, most: 10_000_000 };
const PERCENT = { least: 1, most: 500 };
const ONE_DECIMAL = /^(\d{1,3})(?:\.(\d?))?\s*%?$/;

/** A percentage with at most one decimal; `null` if it is none. */
function percentTyped(text: string): number | null {
  const typed = text.trim();
  return ONE_DECIMAL.test(typed) ? Number.parseFloat(typed) : null;
}

/** The typed threshold; `null` if the server would refuse it. */
export function thresholdOf({ kind, threshold }: RuleValues): number | null {
  if (unitOf(kind) === 'percent') {
    const percent = percentTyped(threshold);
    return percent !== null && percent >= PERCENT.least && percent <= PERCENT.most ? percent : null;
  }
  const cents = centsTyped(threshold);
  const fits = cents !== null && cents >= MONEY_CENTS.least && cents <= MONEY_CENTS.most;
  return fits ? cents / 100 : null;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Problems by the path of their field. A threshold is checked while its rule is on. */
export function checkRules({ rules, quietHours }: RulesValues): Record<string, string> {
  const wrong: Record<string, string> = {};
  rules.forEach((rule, index) => {
    const unit = unitOf(rule.kind);
    if (unit !== null && rule.enabled && thresholdOf(rule) === null) {
      wrong[`rules.${index}.threshold`] =
        unit === 'percent' ? words.percentInvalid : words.amountInvalid;
    }
  });
  const { enabled, from, until } = quietHours;
  if (!enabled) return wrong;
  if (!TIME.test(from)) wrong['quietHours.from'] = words.timeInvalid;
  if (!TIME.test(until)) wrong['quietHours.until'] = words.timeInvalid;
  else if (from === until) wrong['quietHours.until'] = words.sameTime;
  return wrong;
}

/** The request: every rule; an unreadable threshold belongs to a rule that is off, and stays unchanged. */
export function changeOf({ rules, quietHours, digestEmail }: RulesValues) {
  return {
    rules: rules.map((rule) => {
      const threshold = unitOf(rule.kind) === null ? null : thresholdOf(rule);
      const { kind, enabled, push } = rule;
      return { kind, enabled, push, ...(threshold !== null && { threshold }) };
    }),
    // Unreadable times belong to quiet hours that are off.
    ...((quietHours.enabled || (TIME.test(quietHours.from) && TIME.test(quietHours.until))) && {
      quietHours,
    }),
    digestEmail,
  };
}

/** The form's path of a refused field, such as `rules[3].threshold`. */
export function pathOf(field: string): string {
  return field.replaceAll(/\[(\d+)\]/g, '.$1');
}
