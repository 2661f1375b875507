import { Anchor } from '@mantine/core';
import { useGetAppConfigQuery } from '@/api';

/** The installation's support contact as links; nothing if it has none. */
export function SupportContact() {
  const { data } = useGetAppConfigQuery();
  const { email = null, phone = null } = data?.supportContact ?? {};
  return (
    <>
      {email !== null && (
        <>
          {' '}
          <Anchor href={`mailto:${email}`}>{email}</Anchor>
        </>
      )}
      {phone !== null && (
        <>
          {' '}
          <Anchor href={`tel:${phone}`}>{phone}</Anchor>
        </>
      )}
    </>
  );
}
