import type { ImportConsentColumn, ImportGuest, ImportGuests } from '@/api';
import { Card } from '@/components/data-list';
import { Sums } from '@/components/details/Sums';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';

const words = messages.importLists;

/** Guests that come in, and by which words of the files they agreed to anything. */
export function GuestsCard({ guests: of }: { guests: ImportGuests }) {
  const { guests, emailConsents, smsConsents, consentColumns, sampleGuests } = of;
  return (
    <Card label={words.guestsTitle}>
      <h2 className={page.title}>{words.guestsTitle}</h2>
      <p className={page.text}>{words.guests(formatCount(guests))}</p>
      <Sums
        label={words.guestsTitle}
        rows={[
          { label: words.emailConsents, value: formatCount(emailConsents) },
          { label: words.smsConsents, value: formatCount(smsConsents) },
        ]}
      />
      <p className={page.hint}>
        {consentColumns.length === 0 ? words.consentNone : words.consentRule}
      </p>
      {consentColumns.length > 0 && (
        <ul className={page.list} aria-label={words.consentRule}>
          {consentColumns.map((column) => (
            <li key={`${column.file}/${column.column}/${column.channel}`} className={page.row}>
              <Consent column={column} />
            </li>
          ))}
        </ul>
      )}
      <p className={page.hint}>{words.guestsStay}</p>
      {sampleGuests.length > 0 && (
        <ul className={page.list} aria-label={words.firstGuests}>
          {sampleGuests.map((guest, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike.
            <li key={index} className={page.row}>
              <SampleGuest guest={guest} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Consent({
  column: { channel, column, taken, words: said },
}: {
  column: ImportConsentColumn;
}) {
  return (
    <>
      <span className={page.name}>
        {taken ? words.consentFrom(channel, column) : words.consentNotTaken(channel, column)}
      </span>
      {taken && <span className={page.detail}>{said.join(' · ')}</span>}
    </>
  );
}

function SampleGuest({ guest }: { guest: ImportGuest }) {
  const { firstName, lastName, email, cellPhoneNumber, emailConsent, smsConsent } = guest;
  const channels = [
    emailConsent === 'agreed' && words.email,
    smsConsent === 'agreed' && words.texts,
  ].filter((channel) => channel !== false);
  const agrees =
    channels.length === 0
      ? words.agreesToNothing
      : words.agrees(new Intl.ListFormat('en-US').format(channels));
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return (
    <>
      <span className={page.name}>{name || (email ?? cellPhoneNumber)}</span>
      <span className={page.detail}>
        {[name && email, name && cellPhoneNumber, agrees].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}
