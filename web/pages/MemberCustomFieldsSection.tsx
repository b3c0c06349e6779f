import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'

const MemberCustomFieldsEditor = lazyLoadComponentAndTexts(
  async () =>
    (await import('#web/features/custom-fields/MemberCustomFieldsEditor.tsx')).MemberCustomFieldsEditor,
)

/**
 * Custom fields of a member in the user drawer. A different user remounts the fields, so that no input is carried over.
 */
export function MemberCustomFieldsSection({ id }: { id: number }) {
  return (
    <Suspense fallback={<Skeleton height={80} />}>
      <MemberCustomFieldsEditor key={id} id={id} />
    </Suspense>
  )
}
