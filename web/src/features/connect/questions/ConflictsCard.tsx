import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ImportConflict, ImportConflictChoice } from '@/api';
import { Card } from '@/components/data-list';
import { RadioChoice } from '@/components/form/RadioChoice';
import { formatWeekday } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';
import { conflictSums } from './answers';
import classes from './ConflictsCard.module.css';
import question from './QuestionCard.module.css';

const words = messages.importQuestions;
/** Days that are shown at first. */
const FIRST_DAYS = 7;

interface ConflictsCardProps {
  conflicts: readonly ImportConflict[];
  value: ImportConflictChoice | null;
  onChange: (value: ImportConflictChoice) => void;
  missing: boolean;
}

function sumsText(checks: number, netSales: number): string {
  return words.sums(formatCount(checks), formatMoney(netSales));
}

/** Days that another source has: both sums, and which of them counts. */
export function ConflictsCard({ conflicts, value, onChange, missing }: ConflictsCardProps) {
  const [all, setAll] = useState(false);
  const sums = conflictSums(conflicts);
  const title = words.conflictTitle(formatCount(conflicts.length));
  const shown = all ? conflicts : conflicts.slice(0, FIRST_DAYS);
  return (
    <Card label={title}>
      <h2 className={page.title}>{title}</h2>
      <p className={page.hint}>{words.conflictSentence}</p>
      <ul className={page.list}>
        {shown.map((day) => (
          <li key={`${day.businessDate}/${day.source}`} className={classes.day}>
            <strong>{formatWeekday(day.businessDate)}</strong>
            <dl className={classes.sources}>
              <div>
                <dt>{words.there(day.sourceName)}</dt>
                <dd>{sumsText(day.checks, day.netSales)}</dd>
              </div>
              <div>
                <dt>{words.inFiles}</dt>
                <dd>{sumsText(day.importChecks, day.importNetSales)}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
      {shown.length < conflicts.length && (
        <Button variant="default" fullWidth onClick={() => setAll(true)}>
          {words.showAll(formatCount(conflicts.length))}
        </Button>
      )}
      <Radio.Group
        mt="md"
        label={words.conflictChoice}
        value={value}
        onChange={(chosen) => onChange(chosen as ImportConflictChoice)}
        error={missing && words.required}
        inputWrapperOrder={['label', 'error', 'input']}
        classNames={{ label: question.label }}
      >
        <Stack gap="xs" mt="xs">
          <RadioChoice
            value="replace"
            label={words.replace}
            detail={words.replaceDetail(formatCount(sums.checks), formatMoney(sums.netSales))}
          />
          <RadioChoice
            value="skip"
            label={words.skip}
            detail={words.skipDetail(
              formatCount(sums.importChecks),
              formatMoney(sums.importNetSales),
            )}
          />
        </Stack>
      </Radio.Group>
    </Card>
  );
}
