import type { Communication, NotificationKind, NotificationRules } from '@/api';

/** A communication of get-communications. */
export function communication(id: string, rest: Partial<Communication> = {}): Communication {
  return {
    posCommunicationID: id,
    posID: 'demo-pizza',
    dateAdded: '2026-07-18T19:42:00',
    notification: 'Large void: $84.20 at 7:42 PM',
    message: null,
    kind: 'largeVoid',
    target: { kind: 'check', id: 'k-7' },
    reason: 'void of $50.00 or more',
    also: 0,
    viewed: false,
    ...rest,
  };
}

const kinds: readonly NotificationKind[] = [
  'dayClosed',
  'itemRanOut',
  'payoutPaid',
  'payoutFailed',
  'paymentFailed',
  'disputeOpened',
  'campaignFinished',
  'largeVoid',
  'largeDiscount',
  'largeRefund',
  'laborHigh',
  'guestText',
  'salesCountedTwice',
  'salesDiffer',
];

/** Default rules with a changed limit of labor. */
export function notificationRules(rest: Partial<NotificationRules> = {}): NotificationRules {
  return {
    posID: 'demo-pizza',
    rules: kinds.map((kind) => ({
      kind,
      enabled: true,
      push: kind !== 'payoutPaid',
      threshold: kind === 'laborHigh' ? 35.5 : kind.startsWith('large') ? 50 : null,
    })),
    quietHours: { enabled: true, from: '22:00', until: '08:00' },
    digestEmail: false,
    ...rest,
  };
}
