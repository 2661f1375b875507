import { useCallback, useState } from 'react';
import type { Import } from '@/api';
import { type AnswerImportRequest, connectApi } from '@/api/connect';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useAppDispatch } from '@/state/hooks';
import type { AppDispatch } from '@/state/store/rootReducer';
import { useOneAtATime } from '@/state/useOneAtATime';
import { refusalText } from './words';

type Of = Pick<Import, 'posID' | 'importID'>;

/** Days of an import. */
type OfDays = Of & { businessDates: string[] };

const {
  startImport,
  pauseImport,
  resumeImport,
  undoImport,
  discardImport,
  answerImport,
  takeOutImportDays,
  keepImportDays,
} = connectApi.endpoints;

/** Untracked calls: their answers are shown, and not stored beside that. */
const untracked = { track: false };

const calls = {
  start: (of: Of) => (dispatch: AppDispatch) =>
    dispatch(startImport.initiate({ startImportRequest: of }, untracked)).unwrap(),
  pause: (of: Of) => (dispatch: AppDispatch) =>
    dispatch(pauseImport.initiate({ pauseImportRequest: of }, untracked)).unwrap(),
  resume: (of: Of) => (dispatch: AppDispatch) =>
    dispatch(resumeImport.initiate({ resumeImportRequest: of }, untracked)).unwrap(),
  undo: (of: Of) => (dispatch: AppDispatch) =>
    dispatch(undoImport.initiate({ undoImportRequest: of }, untracked)).unwrap(),
  discard: (of: Of) => (dispatch: AppDispatch) =>
    dispatch(discardImport.initiate({ discardImportRequest: of }, untracked)).unwrap(),
};

const decisions = {
  takeOut: (takeOutImportDaysRequest: OfDays) => (dispatch: AppDispatch) =>
    dispatch(takeOutImportDays.initiate({ takeOutImportDaysRequest }, untracked)).unwrap(),
  keep: (keepImportDaysRequest: OfDays) => (dispatch: AppDispatch) =>
    dispatch(keepImportDays.initiate({ keepImportDaysRequest }, untracked)).unwrap(),
};

/** What a person decides about days that count twice. */
export type Decision = keyof typeof decisions;

/** A step of a person with an import. */
export type Step = keyof typeof calls;

/** What is said of an import's files. */
export type Saying = Omit<AnswerImportRequest, 'posID' | 'importID'>;

/** The steps with an import. The page shows the answer at once. */
export function useImportSteps({ posID, importID }: Of) {
  const dispatch = useAppDispatch();
  const oneAtATime = useOneAtATime();
  const [busy, setBusy] = useState<Step | Decision | 'answer' | null>(null);

  const show = useCallback(
    (body: Import) =>
      dispatch(
        connectApi.util.updateQueryData(
          'getImport',
          { importRequest: { posID, importID } },
          (shown) => {
            shown.body = body;
          },
        ),
      ),
    [dispatch, posID, importID],
  );

  /** Makes a call; a refusal is shown as a toast. Answers whether it was made. */
  const make = useCallback(
    async (
      what: Step | Decision,
      call: (dispatch: AppDispatch) => Promise<{ body: Import }>,
    ): Promise<boolean> => {
      const made = await oneAtATime(async () => {
        setBusy(what);
        try {
          show((await call(dispatch)).body);
          return true;
        } catch (error) {
          const detail = refusalText(error, messages.importWork.stepFailed);
          showToast({ severity: 'error', detail, key: 'import-step' });
          return false;
        } finally {
          setBusy(null);
        }
      });
      return made === true;
    },
    [dispatch, oneAtATime, show],
  );

  /** Takes a step. */
  const take = useCallback(
    (step: Step) => make(step, calls[step]({ posID, importID })),
    [make, posID, importID],
  );

  /** Decides about days that count twice. */
  const decide = useCallback(
    (decision: Decision, businessDates: string[]) =>
      make(decision, decisions[decision]({ posID, importID, businessDates })),
    [make, posID, importID],
  );

  /** Says something of the files; rejects with the error of the call. Nothing happens while another step is taken. */
  const say = useCallback(
    (saying: Saying) =>
      oneAtATime(async () => {
        setBusy('answer');
        try {
          const request = { answerImportRequest: { posID, importID, ...saying } };
          show((await dispatch(answerImport.initiate(request, untracked)).unwrap()).body);
          return true;
        } finally {
          setBusy(null);
        }
      }),
    [dispatch, oneAtATime, show, posID, importID],
  );

  return { take, decide, say, busy };
}

export type ImportSteps = ReturnType<typeof useImportSteps>;
