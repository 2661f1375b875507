import { Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import classes from './Rules.module.css';
import type { RulesValues } from './ruleForm';

const words = messages.notificationRules;

/** The hours in which pushes wait, on the location's clock. */
export function QuietHours({ form }: { form: UseFormReturnType<RulesValues> }) {
  const { enabled, from, until } = form.values.quietHours;
  return (
    <Card label={words.quiet}>
      <Switch
        size="md"
        labelPosition="left"
        label={words.quiet}
        description={words.quietHint}
        classNames={{ body: classes.switchBody, label: classes.label }}
        {...form.getInputProps('quietHours.enabled', { type: 'checkbox' })}
      />
      {enabled && (
        <div className={classes.times}>
          <TextInput type="time" label={words.from} {...form.getInputProps('quietHours.from')} />
          <TextInput
            type="time"
            label={words.until}
            description={from !== '' && until !== '' && until < from ? words.nextDay : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('quietHours.until')}
          />
        </div>
      )}
    </Card>
  );
}
