import { Checkbox, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPercentage } from '@tabler/icons-react';
import { messages } from '@/lib/messages';
import classes from './Rules.module.css';
import { type RulesValues, unitOf } from './ruleForm';

const words = messages.notificationRules;

interface RuleRowProps {
  form: UseFormReturnType<RulesValues>;
  /** Index of the rule in the form. */
  index: number;
}

/** A kind of event: whether it notifies, its threshold, and the channels besides the inbox. */
export function RuleRow({ form, index }: RuleRowProps) {
  const rule = form.values.rules[index];
  if (rule === undefined) return null;
  const { kind, enabled } = rule;
  const name = messages.subjects.kinds[kind];
  const unit = unitOf(kind);
  const path = `rules.${index}`;
  return (
    <li className={classes.rule}>
      <Switch
        size="md"
        labelPosition="left"
        label={name}
        description={words.hints[kind]}
        classNames={{ body: classes.switchBody, label: classes.label }}
        {...form.getInputProps(`${path}.enabled`, { type: 'checkbox' })}
      />
      {enabled && (
        <div className={classes.more}>
          {unit !== null && (
            <TextInput
              className={classes.threshold}
              label={unit === 'percent' ? words.percentShort : words.amountShort}
              aria-label={words.amount(name)}
              inputMode="decimal"
              autoComplete="off"
              {...(unit === 'percent'
                ? { rightSection: <IconPercentage size={18} aria-hidden /> }
                : { leftSection: <span aria-hidden>$</span> })}
              {...form.getInputProps(`${path}.threshold`)}
            />
          )}
          <Checkbox
            size="md"
            label={words.pushShort}
            aria-label={words.push(name)}
            classNames={{ body: classes.choice }}
            {...form.getInputProps(`${path}.push`, { type: 'checkbox' })}
          />
          {kind === 'dayClosed' && (
            <Checkbox
              size="md"
              label={words.email}
              classNames={{ body: classes.choice }}
              {...form.getInputProps('digestEmail', { type: 'checkbox' })}
            />
          )}
        </div>
      )}
    </li>
  );
}
