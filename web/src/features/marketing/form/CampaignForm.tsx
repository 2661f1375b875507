import { Button, TextInput } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type CampaignPreview,
  failureText,
  type GuestSegment,
  type Location,
  type MarketingRecipient,
} from '@/api';
import type { AllRows } from '@/components/data-list';
import { DateField } from '@/components/form/DateField';
import { FormError } from '@/components/form/FormError';
import { MessageField } from '@/components/form/MessageField';
import { SubmitBar } from '@/components/form/SubmitBar';
import { useWide } from '@/components/navigation/useWide';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { CodeDelivery } from '../campaign/CodeDelivery';
import { addressText, exclusionSentence } from '../campaignWords';
import { campaignPath, type CampaignForm as Kind } from '../kinds';
import classes from './CampaignForm.module.css';
import {
  CODE_MAX,
  checkCode,
  checkItems,
  checkRecipients,
  draftOf,
  type Refusal,
  recipientError,
  SUBJECT_MAX,
} from './draft';
import { ItemsField } from './ItemsField';
import { Preview } from './Preview';
import { RecipientsField } from './recipients/RecipientsField';
import { SendDialog } from './SendDialog';
import { TestButton } from './TestButton';
import { type Errors, noErrors, type useDraft } from './useDraft';
import { useLivePreview } from './useLivePreview';
import type { useSendCampaign } from './useSendCampaign';

const words = messages.campaignForm;

interface CampaignFormProps {
  kind: Kind;
  location: Location;
  form: ReturnType<typeof useDraft>;
  sender: ReturnType<typeof useSendCampaign>;
  recipients: AllRows<MarketingRecipient>;
  /** The chosen recipients. */
  chosen: readonly MarketingRecipient[];
  /** How many were chosen, before it is known whether each can receive it. */
  expected: number;
  /** Whether anything was typed or chosen. */
  begun: boolean;
  /** The chosen group; `null` if the recipients are none. */
  group: GuestSegment | null;
  onChooseAll: () => void;
  onChooseGroup: (group: GuestSegment) => void;
  onChoose: () => void;
  /** Called after sending. */
  onSent: () => void;
  /** Called to start over. */
  onDiscard: () => void;
}

/** The form of a campaign: recipients, contents, preview, and the final question. */
export function CampaignForm(props: CampaignFormProps) {
  const { kind, location, form, sender, recipients, chosen, expected } = props;
  const { begun, group, onChooseAll, onChooseGroup, onChoose, onSent, onDiscard } = props;
  const { parts, values, items, setItems, itemIDs, errors, setErrors } = form;
  const { channel } = kind;
  const navigate = useNavigate();
  const wide = useWide();
  const { fetchPreview, previewing, sendOnce, sending } = sender;
  const [asking, setAsking] = useState(false);
  const [outlook, setOutlook] = useState<CampaignPreview | null>(null);
  const sample = useSample(props);
  const live = useLivePreview(kind, sample);
  const preview = (
    <Preview channel={channel} from={location.name} subject={sample.subject ?? ''} live={live} />
  );
  const root = useRef<HTMLFormElement>(null);
  const draft = () => draftOf(kind, location, values.values, items, chosen);

  const refuse = ({ at, index, text, error: failure }: Refusal) => {
    const recipient = index === null ? undefined : chosen[index]?.address;
    const error = recipient && text ? recipientError(addressText(recipient), text) : text;
    if (at === 'items' || at === 'recipients') setErrors({ ...noErrors, [at]: error });
    else if (at === null) setErrors({ ...noErrors, form: error });
    else values.setFieldError(at, error);
    showFirstError(root.current);
    const { emailFailed, textFailed } = messages.marketing;
    const usual = channel === 'email' ? emailFailed : textFailed;
    showToast({ severity: 'error', detail: failureText(failure, usual) });
  };

  /** Whether the contents are valid; shows what is not. */
  const checkContents = (): boolean => {
    const wrongItems = checkItems(items, parts);
    setErrors({ ...noErrors, items: wrongItems });
    const isValid = !values.validate().hasErrors && wrongItems === null;
    if (!isValid) showFirstError(root.current);
    return isValid;
  };

  const found = (): Errors => ({
    ...noErrors,
    recipients: checkRecipients(chosen.length),
    items: checkItems(items, parts),
  });

  const ask = async () => {
    const wrong = found();
    setErrors(wrong);
    if (wrong.recipients !== null || wrong.items !== null) {
      showFirstError(root.current);
      return;
    }
    const answer = await fetchPreview(draft());
    if ('refusal' in answer) {
      refuse(answer.refusal);
    } else if (answer.body.recipients === 0) {
      const reasons = exclusionSentence(answer.body.excluded);
      setErrors({ ...noErrors, recipients: `${words.noneCanReceiveNow} ${reasons}.` });
      showFirstError(root.current);
    } else {
      setOutlook(answer.body);
      setAsking(true);
    }
  };

  const accept = async () => {
    const answer = await sendOnce(draft());
    if (answer === null) return;
    setAsking(false);
    if ('refusal' in answer) {
      refuse(answer.refusal);
      return;
    }
    const { emailSent, textSent } = messages.marketing;
    showToast({ severity: 'success', detail: channel === 'email' ? emailSent : textSent });
    onSent();
    void navigate(campaignPath(channel, answer.body), { replace: true });
  };

  return (
    <div className={classes.layout} data-wide={wide || undefined}>
      <form
        ref={root}
        className={classes.form}
        noValidate
        onSubmit={values.onSubmit(
          () => void ask(),
          () => {
            setErrors(found());
            showFirstError(root.current);
          },
        )}
      >
        <FormError text={errors.form} />
        <RecipientsField
          recipients={recipients}
          chosen={recipients.state === 'loading' ? expected : chosen.length}
          error={errors.recipients}
          group={group}
          onChooseAll={onChooseAll}
          onChooseGroup={onChooseGroup}
          onChoose={onChoose}
        />
        <Fields form={form} channel={channel} />
        {parts.code && <CodeDelivery posID={location.posID} code={null} />}
        {parts.items !== 'none' && (
          <ItemsField
            posID={location.posID}
            items={items}
            unread={itemIDs.length - items.length}
            optional={parts.items === 'optional'}
            error={errors.items}
            onChange={(chosenItems) => {
              setItems(chosenItems);
              setErrors({ ...errors, items: null });
            }}
          />
        )}
        {!wide && preview}
        <TestButton
          kind={kind}
          draftOf={() => draftOf(kind, location, values.values, items, [])}
          check={checkContents}
          onRefused={refuse}
        />
        <SubmitBar
          label={channel === 'email' ? words.sendEmail : words.sendText}
          busy={previewing || sending}
        >
          <div className={classes.kept} data-shown={begun || undefined}>
            <span>{words.kept}</span>
            <Button variant="subtle" color="gray" disabled={!begun} onClick={onDiscard}>
              {words.discard}
            </Button>
          </div>
        </SubmitBar>
      </form>
      {wide && <div className={classes.beside}>{preview}</div>}
      <SendDialog
        posID={location.posID}
        channel={channel}
        opened={asking}
        outlook={outlook}
        busy={sending}
        onAccept={() => void accept()}
        onReject={() => setAsking(false)}
      />
    </div>
  );
}

/** Scrolls to the first invalid part after its error is shown. */
function showFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[data-wrong], [aria-invalid="true"]');
    wrong?.scrollIntoView({ block: 'center' });
    (wrong?.querySelector('button') ?? wrong)?.focus({ preventScroll: true });
  });
}

/** The values of the preview: samples for empty fields, and the first recipient. */
function useSample({ kind, location, form, chosen }: CampaignFormProps) {
  const { items } = form;
  const typed = form.values.values;
  const first = chosen[0];
  return useMemo(() => {
    const values = {
      ...typed,
      subject: typed.subject.trim() || words.sampleSubject,
      body: typed.body.trim() || words.sampleBody,
      code: checkCode(typed.code) === null ? typed.code : words.sampleCode,
    };
    return draftOf(kind, location, values, items, first === undefined ? [] : [first]);
  }, [kind, location, typed, items, first]);
}

/** The typed values. */
function Fields({
  form: { parts, values, today, dateRef },
  channel,
}: Pick<CampaignFormProps, 'form'> & Pick<Kind, 'channel'>) {
  return (
    <>
      {parts.subject && (
        <TextInput
          label={words.subject}
          description={words.subjectHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={SUBJECT_MAX}
          autoComplete="off"
          {...values.getInputProps('subject')}
        />
      )}
      <MessageField
        label={words.body}
        hint={channel === 'email' ? words.emailHint : words.textHint}
        {...values.getInputProps('body')}
      />
      {parts.code && (
        <TextInput
          label={words.code}
          description={words.codeHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={CODE_MAX}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          classNames={{ input: classes.code }}
          {...values.getInputProps('code')}
        />
      )}
      {parts.terms && (
        <TextInput
          label={words.percent}
          description={words.percentHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          autoComplete="off"
          {...values.getInputProps('percent')}
        />
      )}
      {parts.terms && (
        <DateField
          ref={dateRef}
          label={words.validUntil}
          description={words.validUntilHint}
          min={today}
          {...values.getInputProps('validUntil')}
        />
      )}
    </>
  );
}
