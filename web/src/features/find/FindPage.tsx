import { Chips } from '@/components/chips/Chips';
import entries from '@/components/details/Entries.module.css';
import { SEARCH_MAX, SearchBox } from '@/components/list/SearchBox';
import { TopBar } from '@/components/navigation/TopBar';
import { useAddress } from '@/components/navigation/useAddress';
import { Page } from '@/components/page/Page';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import { useSignedIn } from '@/state/hooks';
import { type PaymentFilter, statuses } from './found';
import { AllResults, PaymentResults } from './Results';

const words = messages.find;

/** /find: card payments and checks of all locations and dates. */
export function Component() {
  const { params, put } = useAddress();
  const signedIn = useSignedIn();
  const q = params.get('q')?.trim() ?? '';
  const status = statuses.find((one) => one === params.get('status')) ?? 'any';
  return (
    <>
      <TopBar title={words.title} back="/stripe-transactions" />
      <Page>
        <SearchBox
          label={words.label}
          placeholder={words.placeholder}
          value={q}
          onSearch={(typed) => put({ q: typed })}
          maxLength={SEARCH_MAX}
          focused={q === ''}
        />
        <p className={entries.hint}>{words.hint}</p>
        <Chips
          label={words.status}
          values={statuses}
          names={words.statuses}
          value={status}
          onChange={(chosen) => put({ status: chosen === 'any' ? null : chosen })}
        />
        {signedIn && <Results q={q} status={status} />}
      </Page>
    </>
  );
}

function Results({ q, status }: PaymentFilter) {
  if (status !== 'any') return <PaymentResults q={q} status={status} />;
  return q === '' ? (
    <EmptySection text={words.start} next={words.startNext} />
  ) : (
    <AllResults q={q} />
  );
}
