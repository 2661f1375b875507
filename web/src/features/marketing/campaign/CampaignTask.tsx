import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import {
  type Campaign,
  type CampaignChange,
  failureText,
  isApiError,
  useUpdateCampaignMutation,
} from '@/api';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { askAt, useAtLocation } from '@/components/location/atLocation';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import { useOneAtATime } from '@/state/useOneAtATime';

/** Tasks for a running campaign. */
export type Task = CampaignChange;

interface CampaignTaskProps {
  campaign: Campaign;
  /** The current task; `null` for none. */
  task: Task | null;
  onClose: () => void;
}

const words = messages.campaignPage;
const CONFLICT = 409;

/** Asks before a campaign is paused, resumed or stopped. */
export function CampaignTask({ campaign, task, onClose }: CampaignTaskProps) {
  const { posID, campaignID, waiting } = campaign;
  const [update, { isLoading }] = useUpdateCampaignMutation();
  const oneAtATime = useOneAtATime();
  const at = useAtLocation(posID);

  const accept = async (change: Task) => {
    try {
      const updateCampaignRequest = { posID, campaignID, change };
      await update({ updateCampaignRequest }).unwrap();
      showToast({ severity: 'success', detail: words.changed[change] });
    } catch (error) {
      const conflict = isApiError(error) && error.status === CONFLICT;
      const detail = conflict ? words.changedMeanwhile : failureText(error, words.changeFailed);
      showToast({ severity: 'error', detail });
    } finally {
      onClose();
    }
  };
  const left = formatCount(waiting);
  const questions = [
    ['pause', IconPlayerPause, words.pauseTitle, words.pauseWhat, words.pause],
    ['resume', IconPlayerPlay, words.resumeTitle, words.resumeWhat(left), words.resume],
    ['stop', IconPlayerStop, words.stopTitle, words.stopWhat(left), words.stop],
  ] as const;
  return questions.map(([change, icon, header, description, label]) => (
    <ConfirmDialog
      sends
      key={change}
      opened={task === change}
      icon={icon}
      header={askAt(header, at)}
      description={description}
      reject={words.keep}
      accept={label}
      busy={isLoading}
      onAccept={() => void oneAtATime(() => accept(change))}
      onReject={onClose}
    />
  ));
}
