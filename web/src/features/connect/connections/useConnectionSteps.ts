import { useCallback, useState } from 'react';
import { type ConnectedDayChoice, type Connection, connectApi } from '@/api/connect';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useAppDispatch } from '@/state/hooks';
import type { AppDispatch } from '@/state/store/rootReducer';
import { useOneAtATime } from '@/state/useOneAtATime';
import { refusalText } from '../words';

type Of = Pick<Connection, 'posID' | 'connectionID'>;

const {
  connectLocation,
  pauseConnection,
  resumeConnection,
  endConnection,
  renewConnection,
  setConnectionWriting,
  decideConnectedDays,
} = connectApi.endpoints;

/** Untracked calls: their answers are shown, and not stored beside that. */
const untracked = { track: false };

const calls = {
  pause: (of: Of) => (dispatch: AppDispatch) =>
    dispatch(pauseConnection.initiate({ pauseConnectionRequest: of }, untracked)).unwrap(),
  resume: (of: Of) => (dispatch: AppDispatch) =>
    dispatch(resumeConnection.initiate({ resumeConnectionRequest: of }, untracked)).unwrap(),
  end: (of: Of) => (dispatch: AppDispatch) =>
    dispatch(endConnection.initiate({ endConnectionRequest: of }, untracked)).unwrap(),
};

/** A step of a person with a connection. */
export type Step = keyof typeof calls;

type Call = (dispatch: AppDispatch) => Promise<{ body: Connection }>;

/** The steps with a connection. The page shows the answer at once. */
export function useConnectionSteps({ posID, connectionID }: Of) {
  const dispatch = useAppDispatch();
  const oneAtATime = useOneAtATime();
  const [busy, setBusy] = useState<Step | 'choose' | 'renew' | 'decide' | 'write' | null>(null);

  /** Makes a call; rejects with its error. Nothing happens while another one is made. */
  const make = useCallback(
    (what: Exclude<typeof busy, null>, call: Call) =>
      oneAtATime(async () => {
        setBusy(what);
        try {
          const { body } = await call(dispatch);
          const shown = { getConnectionRequest: { posID, connectionID } };
          dispatch(
            connectApi.util.updateQueryData('getConnection', shown, (answer) => {
              answer.body = body;
            }),
          );
          return true;
        } finally {
          setBusy(null);
        }
      }),
    [dispatch, oneAtATime, posID, connectionID],
  );

  /** Makes a call whose refusal is shown as a toast. Answers whether it was made. */
  const tell = useCallback(
    async (...[what, call]: Parameters<typeof make>): Promise<boolean> => {
      try {
        return (await make(what, call)) === true;
      } catch (error) {
        const detail = refusalText(error, messages.connectionWork.stepFailed);
        showToast({ severity: 'error', detail, key: 'connection-step' });
        return false;
      }
    },
    [make],
  );

  /** Takes a step; a refusal is shown as a toast. Answers whether it was taken. */
  const take = useCallback(
    (step: Step) => tell(step, calls[step]({ posID, connectionID })),
    [tell, posID, connectionID],
  );

  /** Has prices and sold-out marks written to the POS, or not any more; a refusal is shown as a toast. */
  const setWriting = useCallback(
    (writes: boolean) =>
      tell('write', (to) =>
        to(
          setConnectionWriting.initiate(
            { setConnectionWritingRequest: { posID, connectionID, writes } },
            untracked,
          ),
        ).unwrap(),
      ),
    [tell, posID, connectionID],
  );

  /** Chooses the location at the POS; rejects with the error of the call. */
  const choose = useCallback(
    (externalID: string) =>
      make('choose', (to) =>
        to(
          connectLocation.initiate(
            { connectLocationRequest: { posID, connectionID, externalID } },
            untracked,
          ),
        ).unwrap(),
      ),
    [make, posID, connectionID],
  );

  /** Gives it another token; rejects with the error of the call. */
  const renew = useCallback(
    (entered: { token: string; clientID?: string }) =>
      make('renew', (to) =>
        to(
          renewConnection.initiate(
            { renewConnectionRequest: { posID, connectionID, ...entered } },
            untracked,
          ),
        ).unwrap(),
      ),
    [make, posID, connectionID],
  );

  /** Decides whose sales count on days; rejects with the error of the call. */
  const decide = useCallback(
    (businessDates: string[], choice: ConnectedDayChoice) =>
      make('decide', (to) =>
        to(
          decideConnectedDays.initiate(
            { decideConnectedDaysRequest: { posID, connectionID, businessDates, choice } },
            untracked,
          ),
        ).unwrap(),
      ),
    [make, posID, connectionID],
  );

  return { take, setWriting, choose, renew, decide, busy };
}

type ConnectionSteps = ReturnType<typeof useConnectionSteps>;

/** A connection, and what a person does with it. */
export interface PartProps {
  connection: Connection;
  steps: ConnectionSteps;
}
