import { pagesBy } from '@/components/data-list';

/** A page as the card provider answers it, newest first. */
interface ProviderPage {
  data: { id: string }[];
  /** Older ones follow. */
  has_more: boolean;
}

/** How a call of the card provider names its pages. */
interface ProviderPaging {
  limit?: number;
  startingAfter?: string;
}

type Row<Answer extends ProviderPage> = Answer['data'][number];

type PagedCall<Filter, Args, Answer extends ProviderPage> = Parameters<
  typeof pagesBy<Filter, Args, Answer, Row<Answer>>
>[0];

interface ProviderCall<Filter, Args, Answer extends ProviderPage>
  extends Omit<PagedCall<Filter, Args, Answer>, 'args' | 'read' | 'keyOf'> {
  /** The arguments of the call, without its pages. */
  args: (filter: Filter) => Args;
}

/** The pages of a list of the card provider. Their cursor is the id of the last row before. */
export function providerPages<Filter, Args extends ProviderPaging, Answer extends ProviderPage>({
  args,
  ...rest
}: ProviderCall<Filter, Args, Answer>) {
  return pagesBy<Filter, Args, Answer, Row<Answer>>({
    ...rest,
    args: (filter, { limit, cursor }) => ({ ...args(filter), limit, startingAfter: cursor }),
    read: ({ data, has_more }) => ({
      rows: data,
      next: (has_more ? data.at(-1)?.id : undefined) ?? null,
    }),
    keyOf: ({ id }) => id,
  });
}
