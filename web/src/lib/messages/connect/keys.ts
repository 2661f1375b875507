import { ours } from '../ours';

/** /admin-configuration/ingest-keys: what sends facts about a location. */
export const ingestKeys = {
  title: ours('Ingest keys'),
  hint: ours('Keys for tills and scripts that send sales'),
  sentence: ours(
    'A till or a script that sends sales of this location needs a key. Give each its own, so that you can revoke one alone.',
  ),
  selectLocation: ours('Please select a location to see its ingest keys.'),
  none: ours('This location has no ingest key.'),
  noneNext: ours('Create one for each till or script that sends sales.'),
  end: ours('End of list'),
  create: ours('Create key'),
  createTitle: ours('New ingest key'),
  name: ours('Name'),
  nameHint: ours('Where it is used, such as Bar register or Nightly script.'),
  nameRequired: ours('Please enter a name.'),
  nameLong: ours('Please use 200 characters or fewer.'),
  createFailed: ours("We couldn't create the key. Please try again."),
  created: ours('Copy the key now: it is not shown again.'),
  key: ours('Ingest key'),
  done: ours('Done'),
  kinds: {
    till: ours('Till or script'),
    import: ours('Import of files'),
    connection: ours('Connection'),
  },
  providers: ours('Key of your POS provider, who can replace it'),
  by: (day: string, person: string | null) =>
    ours(person === null ? `Created ${day}` : `Created ${day} by ${person}`),
  used: (day: string) => ours(`Last used ${day}`),
  neverUsed: ours('Never used'),
  revoked: ours('Revoked'),
  revokedOn: (day: string) => ours(`Revoked ${day}`),
  revoke: ours('Revoke'),
  revokeThat: (name: string) => ours(`Revoke ${name}`),
  revokeQuestion: (name: string, at: string) => ours(`Revoke "${name}"${at}?`),
  revokeDetail: ours(
    'Whatever sends with this key is refused from now on. What it has sent stays. This cannot be undone.',
  ),
  revokeDone: ours('Key revoked.'),
  revokeFailed: ours("We couldn't revoke the key. Please try again."),
} as const;
