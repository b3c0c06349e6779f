import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '#web/lib/language/lazy-parts.ts'

const MemberFields = lazyPart(
  async () => (await import('#web/features/custom-fields/MemberFields.tsx')).MemberFields,
)

/** Custom fields of a person for the drawer, loaded with it. A new person remounts the fields. */
export function MemberFieldsPart({ id }: { id: number }) {
  return (
    <Suspense fallback={<Skeleton height={80} />}>
      <MemberFields key={id} id={id} />
    </Suspense>
  )
}
