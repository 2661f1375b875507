import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { IconButton } from '@/components/buttons/IconButton';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import page from '../Connect.module.css';
import classes from './Mapping.module.css';
import type { MappingProblems } from './mappingForm';
import { meanings, type Rule } from './rules';

const words = messages.importMapping;

interface RuleFieldsProps {
  columns: readonly string[];
  rules: readonly Rule[];
  problems: MappingProblems['rules'];
  onChange: (rules: Rule[]) => void;
}

/** Words of columns that say what a row is. */
export function RuleFields({ columns, rules, problems, onChange }: RuleFieldsProps) {
  const change = (at: number, part: Partial<Rule>) =>
    onChange(rules.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <Card label={words.rules}>
      <h2 className={page.title}>{words.rules}</h2>
      <p className={page.hint}>{words.rulesHint}</p>
      <ul className={page.list}>
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries differ by their place alone.
          <li key={at} className={classes.entry}>
            <div className={classes.fields}>
              <NativeSelect
                label={words.ruleColumn}
                data={['', ...new Set(columns)]}
                value={rule.column}
                onChange={(event) => change(at, { column: event.currentTarget.value })}
                error={problems[at]?.column}
              />
              <TextInput
                label={words.ruleWords}
                value={rule.words}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                onChange={(event) => change(at, { words: event.currentTarget.value })}
                error={problems[at]?.words}
              />
              <NativeSelect
                label={words.ruleMeaning}
                data={meanings}
                value={rule.meaning}
                onChange={(event) => change(at, { meaning: event.currentTarget.value })}
              />
            </div>
            <IconButton
              icon={IconTrash}
              label={words.removeRule(rule.column)}
              onClick={() => onChange(rules.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => onChange([...rules, { column: '', words: '', meaning: 'void' }])}
      >
        {words.addRule}
      </Button>
    </Card>
  );
}
