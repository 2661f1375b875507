import { Anchor, Radio, Stack } from '@mantine/core';
import { Link } from 'react-router';
import type { ImportQuestion } from '@/api';
import { Card } from '@/components/data-list';
import { RadioChoice } from '@/components/form/RadioChoice';
import { messages } from '@/lib/messages';
import page from '../Connect.module.css';
import { broughtText } from '../words';
import { tableOfColumns } from './answers';
import classes from './QuestionCard.module.css';

const words = messages.importQuestions;

interface QuestionCardProps {
  importID: string;
  question: ImportQuestion;
  value: string | null;
  onChange: (value: string) => void;
  /** Whether an answer was asked for and is missing. */
  missing: boolean;
}

/** A question about the files: each answer with what would come in. */
export function QuestionCard({ importID, question, value, onChange, missing }: QuestionCardProps) {
  const { title, explanation, examples, choices } = question;
  const table = tableOfColumns(question);
  return (
    <Card label={title}>
      <Radio.Group
        label={title}
        description={explanation}
        value={value}
        onChange={onChange}
        error={missing && words.required}
        classNames={{ label: classes.label, description: classes.explanation }}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
      >
        {examples.length > 0 && (
          <p className={classes.examples}>
            {words.examples}{' '}
            {examples.map((example, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike.
              <code key={index} className={classes.example}>
                {example}
              </code>
            ))}
          </p>
        )}
        <Stack gap="xs" mt="xs">
          {choices.map((choice) => (
            <RadioChoice
              key={choice.value}
              value={choice.value}
              label={choice.label}
              detail={broughtText(choice)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {table !== null && (
        <Anchor
          component={Link}
          to={`/admin-configuration/imports/${encodeURIComponent(importID)}/tables/${table}`}
          className={page.text}
          display="inline-block"
          py="sm"
        >
          {words.mapInstead}
        </Anchor>
      )}
    </Card>
  );
}
