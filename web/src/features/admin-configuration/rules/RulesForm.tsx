import { Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import {
  failureText,
  isApiError,
  type NotificationRules,
  useUpdateNotificationRulesMutation,
} from '@/api';
import { Card } from '@/components/data-list';
import { FormError } from '@/components/form/FormError';
import { SubmitBar } from '@/components/form/SubmitBar';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { fieldMessage } from '@/lib/validation/fieldMessage';
import { useOneAtATime } from '@/state/useOneAtATime';
import { QuietHours } from './QuietHours';
import { RuleRow } from './RuleRow';
import classes from './Rules.module.css';
import { changeOf, checkRules, groups, pathOf, type RulesValues, valuesOf } from './ruleForm';

const words = messages.notificationRules;

/** Scrolls to the first invalid field. */
function showFirst(wrong: Record<string, unknown>): void {
  const fields = Object.keys(wrong).map((path) => `[data-path="${path}"]`);
  const first = document.querySelector<HTMLElement>(fields.join());
  first?.scrollIntoView({ block: 'center' });
  first?.focus({ preventScroll: true });
}

interface RulesFormProps {
  posID: string;
  saved: NotificationRules;
  /** Called with whether there are unsaved changes. */
  setUnsaved: (unsaved: boolean) => void;
}

/** The notification rules of a location, saved together. */
export function RulesForm({ posID, saved, setUnsaved }: RulesFormProps) {
  const [update, { isLoading }] = useUpdateNotificationRulesMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const oneAtATime = useOneAtATime();
  const form = useForm<RulesValues>({
    initialValues: valuesOf(saved),
    validateInputOnBlur: true,
    validate: checkRules,
  });
  const dirty = form.isDirty();
  useEffect(() => {
    setUnsaved(dirty);
    return () => setUnsaved(false);
  }, [setUnsaved, dirty]);

  const save = async (values: RulesValues) => {
    setFailure(null);
    try {
      const updateNotificationRulesRequest = { posID, ...changeOf(values) };
      const { body } = await update({ updateNotificationRulesRequest }).unwrap();
      const now = valuesOf(body);
      form.setInitialValues(now);
      form.setValues(now);
      form.resetDirty(now);
      showToast({ severity: 'success', detail: words.saved, key: 'rules' });
    } catch (error) {
      const refusal = isApiError(error) ? error : undefined;
      const field = refusal?.status === 400 ? refusal.field : undefined;
      if (field !== undefined && /^(rules\[\d+\]\.threshold|quietHours\.\w+)$/.test(field)) {
        const path = pathOf(field);
        const label = field.startsWith('quietHours') ? words.quiet : words.amountShort;
        form.setFieldError(path, fieldMessage(label, refusal?.message ?? '') || words.saveFailed);
        showFirst({ [path]: true });
      } else {
        setFailure(failureText(error, words.saveFailed));
      }
    }
  };
  const submit = form.onSubmit((values) => void oneAtATime(() => save(values)), showFirst);

  const indexByKind = new Map(form.values.rules.map(({ kind }, index) => [kind, index]));
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormError text={failure} />
      {groups.map(({ title, kinds }) => (
        <Card key={title} label={title}>
          <Title order={2} fz="md">
            {title}
          </Title>
          <ul className={classes.rules}>
            {kinds.map((kind) => (
              <RuleRow key={kind} form={form} index={indexByKind.get(kind) ?? -1} />
            ))}
          </ul>
        </Card>
      ))}
      <QuietHours form={form} />
      <SubmitBar label={words.save} busy={isLoading} />
    </form>
  );
}
