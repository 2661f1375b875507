import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { messages } from '@/lib/messages';
import { PageTitle } from '../navigation/PageTitle';
import classes from './FormPage.module.css';

interface FormPageProps {
  title: string;
  /** One sentence below the title. */
  sentence: string;
  children: ReactNode;
}

/** A page that is one form: the name, one sentence, the form. */
export function FormPage({ title, sentence, children }: FormPageProps) {
  return (
    <main className={classes.root}>
      <PageTitle title={title} />
      <div className={classes.card}>
        <p className={classes.brand}>
          <img src="/icons/icon.svg" alt="" width={40} height={40} />
          {messages.app.name}
        </p>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        <p className={classes.sentence}>{sentence}</p>
        {children}
      </div>
    </main>
  );
}
