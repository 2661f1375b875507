import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPercentage } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { failureText, isApiError, type RewardPercent, useUpdateRewardPercentMutation } from '@/api';
import { Card } from '@/components/data-list';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import formClasses from '@/components/form/Form.module.css';
import { SubmitBar } from '@/components/form/SubmitBar';
import { askAt, useAtLocation } from '@/components/location/atLocation';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { formatRate, hundredthsOf } from '@/lib/points';
import { fieldMessage } from '@/lib/validation/fieldMessage';
import { useOneAtATime } from '@/state/useOneAtATime';
import { previewOf, rateOf } from './preview';
import classes from './Royalty.module.css';

const words = messages.royaltyWords;

interface PercentFormProps {
  posID: string;
  program: RewardPercent;
  /** Called with whether there are unsaved changes. */
  setUnsaved: (unsaved: boolean) => void;
}

/** Changes the percentage; a preview shows while it is typed. */
export function PercentForm({ posID, program, setUnsaved }: PercentFormProps) {
  const { rewardPercent, lastMonthEligible } = program;
  const [update, { isLoading }] = useUpdateRewardPercentMutation();
  const [confirming, setConfirming] = useState(false);
  const oneAtATime = useOneAtATime();
  const at = useAtLocation(posID);
  const now = hundredthsOf(rewardPercent);
  const form = useForm({
    initialValues: { percent: String(rewardPercent) },
    validate: {
      percent: (typed) => {
        const rate = rateOf(typed);
        if (rate === null) return words.invalid;
        return rate === now ? words.same(formatRate(now)) : null;
      },
    },
  });
  const rate = rateOf(form.values.percent);
  const unsaved = form.isDirty() && rate !== now;
  useEffect(() => {
    setUnsaved(unsaved);
    return () => setUnsaved(false);
  }, [setUnsaved, unsaved]);

  const accept = async () => {
    if (rate === null) return;
    try {
      await update({
        updateRewardPercentRequest: { posID, rewardPercent: rate / 100 },
      }).unwrap();
      form.resetDirty();
      showToast({ severity: 'success', detail: messages.royalty.updated });
    } catch (error) {
      if (isApiError(error) && error.field === 'rewardPercent') {
        form.setFieldError('percent', fieldMessage(words.percent, error.message));
      }
      showToast({ severity: 'error', detail: failureText(error, messages.royalty.updateFailed) });
    } finally {
      setConfirming(false);
    }
  };

  return (
    <Card label={words.percent}>
      <form
        className={`${formClasses.form} ${classes.form}`}
        noValidate
        onSubmit={form.onSubmit(() => setConfirming(true))}
      >
        <TextInput
          label={words.percent}
          description={words.hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="decimal"
          autoComplete="off"
          rightSection={<IconPercentage size={18} aria-hidden />}
          {...form.getInputProps('percent')}
        />
        <div className={classes.preview} role="status">
          {rate !== null &&
            previewOf(rate, lastMonthEligible).map((line) => <p key={line}>{line}</p>)}
        </div>
        <SubmitBar label={words.save} busy={isLoading} />
        <ConfirmDialog
          opened={confirming}
          icon={IconPercentage}
          header={askAt(words.askTitle(formatRate(now), rate === null ? '' : formatRate(rate)), at)}
          description={words.ask}
          accept={words.accept}
          busy={isLoading}
          onAccept={() => void oneAtATime(accept)}
          onReject={() => setConfirming(false)}
        />
      </form>
    </Card>
  );
}
