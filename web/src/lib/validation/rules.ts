import { messages } from '@/lib/messages';
import { isEmail } from './email';
import { isPhone } from './phone';

const fields = messages.fields;

/** Characters a password has at least. */
const passwordLength = 10;

/** A rule of a form: the message of the problem, or null. */
type Rule = (value: string) => string | null;

export function required(message: string): Rule {
  return (value) => (value.trim() === '' ? message : null);
}

export const checkEmail: Rule = (value) => {
  if (value.trim() === '') return fields.emailRequired;
  return isEmail(value) ? null : fields.emailInvalid;
};

export const checkPhone: Rule = (value) => {
  if (value.trim() === '') return fields.phoneRequired;
  return isPhone(value) ? null : fields.phoneInvalid;
};

export const checkPassword: Rule = (value) => {
  if (value === '') return fields.passwordRequired;
  return [...value].length < passwordLength ? fields.passwordShort : null;
};
