import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'

const MemberCustomFields = lazyLoadComponentAndTexts(
  async () => (await import('#web/features/custom-fields/MemberCustomFields.tsx')).MemberCustomFields,
)

/**
 * Custom fields in a user's drawer, loaded together with the drawer. For another user, the fields are mounted again.
 */
export function MemberCustomFieldsSection({ id }: { id: number }) {
  return (
    <Suspense fallback={<Skeleton height={80} />}>
      <MemberCustomFields key={id} id={id} />
    </Suspense>
  )
}
