import { Title } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { IconInfoCircle } from '@tabler/icons-react';
import { type PercentChange, type RewardPercent, useGetRewardPercentQuery } from '@/api';
import { IconButton } from '@/components/buttons/IconButton';
import { Card } from '@/components/data-list';
import { useLeaveGuard } from '@/components/dialog/useLeaveGuard';
import { ChooseLocation } from '@/components/location/choice/ChooseLocation';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { Page } from '@/components/page/Page';
import { PageError } from '@/components/placeholder/PageError';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { dateOf, formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatPointCount, formatRate, hundredthsOf } from '@/lib/points';
import { useAppDispatch, useSelectedLocation, useSignedIn } from '@/state/hooks';
import { infoOpened } from '@/state/ui';
import { PercentForm } from './PercentForm';
import classes from './Royalty.module.css';

const words = messages.royaltyWords;
const discarding = { header: words.discardQuestion, description: words.unsaved };

/** /royalty-program: the percentage at which guests of a location earn points. */
export function Component() {
  const { posID } = useSelectedLocation('general');
  const { setUnsaved, ask, dialog } = useLeaveGuard(discarding);
  return (
    <>
      <TopBar title={messages.tiles.royaltyProgram} back="/more" />
      <Page>
        <LocationStrip variant="general" beforeChange={ask} />
        {posID === null ? (
          <ChooseLocation text={messages.marketing.selectLocation} />
        ) : (
          <Program key={posID} posID={posID} setUnsaved={setUnsaved} />
        )}
      </Page>
      {dialog}
    </>
  );
}

interface ProgramProps {
  posID: string;
  setUnsaved: (unsaved: boolean) => void;
}

function Program({ posID, setUnsaved }: ProgramProps) {
  const signedIn = useSignedIn();
  const { data, isError, error, refetch } = useGetRewardPercentQuery(
    !signedIn ? skipToken : { rewardPercentRequest: { posID } },
    { refetchOnReconnect: true },
  );
  if (data === undefined) {
    return isError ? (
      <PageError error={error} text={messages.views.failed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={5} />
    );
  }
  return (
    <>
      <CurrentPercent program={data.body} />
      <PercentForm posID={posID} program={data.body} setUnsaved={setUnsaved} />
      <PercentHistory changes={data.body.history} />
    </>
  );
}

/** The current percentage, and the points of guests. */
function CurrentPercent({ program }: { program: RewardPercent }) {
  const dispatch = useAppDispatch();
  const { rewardPercent, outstandingPoints, outstandingDollars } = program;
  return (
    <Card label={words.guestsEarn}>
      <div className={classes.now}>
        <div>
          <p className={classes.label}>{words.guestsEarn}</p>
          <p className={classes.percent}>{formatRate(hundredthsOf(rewardPercent))}</p>
        </div>
        <IconButton
          icon={IconInfoCircle}
          label={words.whatIs}
          aria-haspopup="dialog"
          onClick={() => {
            dispatch(infoOpened({ title: words.percent, detail: messages.royalty.info }));
          }}
        />
      </div>
      <dl className={classes.outstanding}>
        <dt>{words.outstanding}</dt>
        <dd>
          {formatPointCount(outstandingPoints)}
          <span className={classes.hint}>{formatMoney(outstandingDollars)}</span>
        </dd>
      </dl>
    </Card>
  );
}

/** Earlier percentages, newest first. */
function PercentHistory({ changes }: { changes: readonly PercentChange[] }) {
  return (
    <Card label={words.history}>
      <Title order={2} fz="md">
        {words.history}
      </Title>
      {changes.length === 0 ? (
        <p className={classes.hint}>{words.noHistory}</p>
      ) : (
        <ul className={classes.history}>
          {changes.map(({ rewardPercent, effectiveFrom, by }) => (
            <li key={effectiveFrom} className={classes.change}>
              <span className={classes.rate}>{formatRate(hundredthsOf(rewardPercent))}</span>
              <span className={classes.since}>
                {words.since(formatDay(dateOf(effectiveFrom)), formatTime(effectiveFrom))}
                <span className={classes.hint}>{words.by(by)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
