import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'

const MemberFields = lazyLoadComponentAndTexts(
  async () => (await import('#web/features/custom-fields/MemberFields.tsx')).MemberFields,
)

/**
 * Custom fields in a user's drawer, loaded together with the drawer. For another user, the fields are mounted again.
 */
export function MemberFieldsPart({ id }: { id: number }) {
  return (
    <Suspense fallback={<Skeleton height={80} />}>
      <MemberFields key={id} id={id} />
    </Suspense>
  )
}
