import { useCallback, useState } from 'react';
import { type AnswerImportRequest, api, type Import } from '@/api';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useAppDispatch } from '@/state/hooks';
import type { AppDispatch } from '@/state/store/rootReducer';
import { useOneAtATime } from '@/state/useOneAtATime';
import { refusalText } from './words';

type Of = Pick<Import, 'posID' | 'importID'>;

const { startImport, pauseImport, resumeImport, undoImport, discardImport, answerImport } =
  api.endpoints;

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

/** A step of a person with an import. */
export type Step = keyof typeof calls;

/** What is said of an import's files. */
export type Saying = Omit<AnswerImportRequest, 'posID' | 'importID'>;

/** The steps with an import. The page shows the answer at once. */
export function useImportSteps({ posID, importID }: Of) {
  const dispatch = useAppDispatch();
  const oneAtATime = useOneAtATime();
  const [busy, setBusy] = useState<Step | 'answer' | null>(null);

  const show = useCallback(
    (body: Import) =>
      dispatch(
        api.util.updateQueryData('getImport', { importRequest: { posID, importID } }, (shown) => {
          shown.body = body;
        }),
      ),
    [dispatch, posID, importID],
  );

  /** Takes a step; a refusal is shown as a toast. Answers whether it was taken. */
  const take = useCallback(
    async (step: Step): Promise<boolean> => {
      const taken = await oneAtATime(async () => {
        setBusy(step);
        try {
          show((await dispatch(calls[step]({ posID, importID }))).body);
          return true;
        } catch (error) {
          const detail = refusalText(error, messages.importWork.stepFailed);
          showToast({ severity: 'error', detail, key: 'import-step' });
          return false;
        } finally {
          setBusy(null);
        }
      });
      return taken === true;
    },
    [dispatch, oneAtATime, show, posID, importID],
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

  return { take, say, busy };
}

export type ImportSteps = ReturnType<typeof useImportSteps>;
