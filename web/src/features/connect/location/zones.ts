/** A time zone of the device's list: its IANA name, and as people read it. */
export interface Zone {
  value: string;
  label: string;
}

/** Where a device has no list. */
const fewZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** The device's own time zone: an IANA name, or empty. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
}

/** `America/New_York` is `America / New York`. */
export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ').replaceAll('/', ' / ');
}

/** All time zones that the device knows, with its own. */
export function zonesOf(own: string): Zone[] {
  const known =
    typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : fewZones;
  const names = own === '' || known.includes(own) ? known : [own, ...known];
  return names.map((value) => ({ value, label: zoneLabel(value) }));
}

/** Whether a time zone is meant by typed words: each is part of its name. */
export function matchesZone(label: string, typed: string): boolean {
  const name = label.toLowerCase();
  const parts = typed.toLowerCase().split(/[\s/_]+/);
  return parts.every((part) => name.includes(part));
}
