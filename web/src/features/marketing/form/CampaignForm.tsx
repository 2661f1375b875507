import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  type CampaignPreview,
  failureText,
  type Item,
  type Location,
  type MarketingRecipient,
} from '@/api';
import type { AllRows } from '@/components/data-list';
import { FormError } from '@/components/form/FormError';
import { MessageField } from '@/components/form/MessageField';
import { SubmitBar } from '@/components/form/SubmitBar';
import { useWide } from '@/components/navigation/useWide';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { addressText, exclusionSentence } from '../campaignWords';
import { campaignPath, type CampaignForm as Kind } from '../kinds';
import classes from './CampaignForm.module.css';
import {
  CODE_MAX,
  checkBody,
  checkCode,
  checkItems,
  checkPercent,
  checkRecipients,
  checkSubject,
  draftOf,
  emptyDraft,
  partsOf,
  type Refusal,
  recipientError,
  SUBJECT_MAX,
} from './draft';
import { ItemsField } from './ItemsField';
import { Preview } from './Preview';
import { RecipientsField } from './RecipientsField';
import { SendDialog } from './SendDialog';
import { useLivePreview } from './useLivePreview';
import type { useSendCampaign } from './useSendCampaign';

const words = messages.campaignForm;

/** Errors of the form. */
interface Errors {
  recipients: string | null;
  items: string | null;
  /** Above the form. */
  form: string | null;
}

const noErrors: Errors = { recipients: null, items: null, form: null };

interface CampaignFormProps {
  kind: Kind;
  location: Location;
  form: ReturnType<typeof useDraft>;
  sender: ReturnType<typeof useSendCampaign>;
  recipients: AllRows<MarketingRecipient>;
  /** The chosen recipients. */
  chosen: readonly MarketingRecipient[];
  onChooseAll: () => void;
  onChoose: () => void;
  /** Called after sending: no changes are unsaved. */
  onSent: () => void;
}

/** The typed values of a form, kept while recipients are chosen. */
export function useDraft(kind: Kind) {
  const parts = partsOf(kind.channel, kind.kind);
  const values = useForm({
    initialValues: emptyDraft,
    validateInputOnBlur: true,
    validate: {
      subject: (typed) => (parts.subject ? checkSubject(typed) : null),
      body: checkBody,
      code: (typed) => (parts.code ? checkCode(typed) : null),
      percent: (typed) => (parts.percent ? checkPercent(typed) : null),
    },
  });
  const [items, setItems] = useState<readonly Item[]>([]);
  const [errors, setErrors] = useState(noErrors);
  return { parts, values, items, setItems, errors, setErrors };
}

/** Whether the form has typed or chosen values. */
export function isBegun({ values, items }: ReturnType<typeof useDraft>): boolean {
  return items.length > 0 || Object.values(values.values).some((typed) => typed.trim() !== '');
}

/** The form of a campaign: recipients, contents, preview, and the final question. */
export function CampaignForm(props: CampaignFormProps) {
  const { kind, location, form, sender, recipients, chosen } = props;
  const { onChooseAll, onChoose, onSent } = props;
  const { parts, values, items, setItems, errors, setErrors } = form;
  const { channel } = kind;
  const navigate = useNavigate();
  const wide = useWide();
  const { fetchPreview, previewing, sendOnce, sending } = sender;
  const [asking, setAsking] = useState(false);
  const [outlook, setOutlook] = useState<CampaignPreview | null>(null);
  const live = useLivePreview(kind, useSample(props));
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
          chosen={chosen.length}
          error={errors.recipients}
          onChooseAll={onChooseAll}
          onChoose={onChoose}
        />
        <Fields form={form} channel={channel} />
        {parts.items !== 'none' && (
          <ItemsField
            posID={location.posID}
            items={items}
            optional={parts.items === 'optional'}
            error={errors.items}
            onChange={(chosenItems) => {
              setItems(chosenItems);
              setErrors({ ...errors, items: null });
            }}
          />
        )}
        {!wide && <Preview channel={channel} from={location.name} live={live} />}
        <SubmitBar
          label={channel === 'email' ? words.sendEmail : words.sendText}
          busy={previewing || sending}
        />
      </form>
      {wide && (
        <div className={classes.beside}>
          <Preview channel={channel} from={location.name} live={live} />
        </div>
      )}
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
  form: { parts, values },
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
      {parts.percent && (
        <TextInput
          label={words.percent}
          description={words.percentHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          autoComplete="off"
          {...values.getInputProps('percent')}
        />
      )}
    </>
  );
}
