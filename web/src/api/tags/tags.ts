/** A kind of data in answers. Live events and changes make answers of a kind stale. */
interface TagEntry {
  /**
   * Id of an answer without a location: it is about all locations, or about the only one. Without it there is one
   * answer.
   */
  unnamed?: 'all' | 'only';
  /** Live events after which answers about the event's location are stale. */
  events?: readonly string[];
}

const tags = {
  Locations: {},
  Report: { unnamed: 'all', events: ['report.changed'] },
  Checks: { unnamed: 'all', events: ['report.changed'] },
  // The menu and its promotions: they change together.
  Menu: { unnamed: 'only', events: ['items.changed'] },
  Customers: { unnamed: 'only', events: ['customers.changed'] },
  RewardPercent: { unnamed: 'only', events: ['customers.changed'] },
  Consents: { unnamed: 'only', events: ['customers.changed'] },
  Payments: { unnamed: 'only', events: ['payments.changed'] },
  Campaigns: { unnamed: 'only', events: ['campaign.changed'] },
  Communications: { unnamed: 'all', events: ['communication', 'communications.changed'] },
  // The unread counts: the stream sends them.
  Unread: { unnamed: 'all' },
  AppConfig: {},
  Profile: {},
  Sessions: {},
  NotificationRules: {},
  DateMove: {},
  Wages: { unnamed: 'only' },
  Devices: {},
  Imports: { unnamed: 'only', events: ['import.changed'] },
  Connections: { unnamed: 'only', events: ['connection.changed'] },
  IngestKeys: { unnamed: 'only' },
} as const satisfies Record<string, TagEntry>;

export type Tag = keyof typeof tags;

export const tagTypes = Object.keys(tags) as Tag[];

/** The tag of an answer about a location. */
export function tagOf(type: Tag, location: string | undefined): { type: Tag; id?: string } {
  const { unnamed }: TagEntry = tags[type];
  return unnamed === undefined ? { type } : { type, id: location ?? unnamed };
}

/** The tags that an event about a location makes stale. */
export function staleAfter(event: string): readonly Tag[] {
  return tagTypes.filter((type) => {
    const { events = [] }: TagEntry = tags[type];
    return events.includes(event);
  });
}
