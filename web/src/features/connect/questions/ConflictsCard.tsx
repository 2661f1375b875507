import { Radio, Stack } from '@mantine/core';
import type { ImportConflict, ImportConflictChoice } from '@/api';
import { Card } from '@/components/data-list';
import { RadioChoice } from '@/components/form/RadioChoice';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';
import { DaysOfTwo, sidesOfImport } from '../days/DaysOfTwo';
import { conflictSums } from './answers';
import question from './QuestionCard.module.css';

const words = messages.importQuestions;

interface ConflictsCardProps {
  conflicts: readonly ImportConflict[];
  value: ImportConflictChoice | null;
  onChange: (value: ImportConflictChoice) => void;
  missing: boolean;
}

/** Days that another source has: both sums, and which of them counts. */
export function ConflictsCard({ conflicts, value, onChange, missing }: ConflictsCardProps) {
  const sums = conflictSums(conflicts);
  const title = words.conflictTitle(formatCount(conflicts.length));
  return (
    <Card label={title}>
      <h2 className={page.title}>{title}</h2>
      <p className={page.hint}>{words.conflictSentence}</p>
      <DaysOfTwo days={sidesOfImport(conflicts, words.there, words.inFiles)} />
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
