import { Anchor } from '@mantine/core';
import { useGetAppConfigQuery } from '@/api';

/** The installation's support contact as links, a line each; nothing if it has none. */
export function SupportContact() {
  const { data } = useGetAppConfigQuery();
  const { email = null, phone = null } = data?.supportContact ?? {};
  const links = [
    { text: email, scheme: 'mailto' },
    { text: phone, scheme: 'tel' },
  ];
  return links.map(
    ({ text, scheme }) =>
      text !== null && (
        <Anchor key={scheme} href={`${scheme}:${text}`} display="block" py="xs" size="sm">
          {text}
        </Anchor>
      ),
  );
}
