import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { registrationText } from '#texts/registration.ts'
import { Registration } from '#web/features/registration/sign-up/Registration.tsx'
import { lazyLoadComponentAndTexts } from '#web/lib/language/lazy-parts.ts'
import { currentUserQuery } from '#web/lib/query/query-client.ts'
import { VisitorPageLayout } from './VisitorPageLayout.tsx'

/** The frame of signed-in pages is loaded lazily, because most people who register are visitors and do not need it. */
const Shell = lazyLoadComponentAndTexts(async () => (await import('#web/shell/Shell.tsx')).Shell)

/** Registration page. Visitors see it alone, and signed-in users who register somebody else see it with the menu. */
export function RegisterPage() {
  const me = useQuery(currentUserQuery)
  const { form, redirect } = useSearch({ from: '/register' })
  const navigate = useNavigate()
  if (me.isPending) return null
  const registration = (
    <Registration
      kind={form}
      withLogin={!me.data}
      redirect={redirect}
      onChoose={kind => navigate({ to: '/register', search: { form: kind, redirect } })}
    />
  )
  if (!me.data) {
    return (
      <VisitorPageLayout title={registrationText.title} maxWidth={form === 'full' ? 640 : 480}>
        {registration}
      </VisitorPageLayout>
    )
  }
  return (
    <Suspense>
      <Shell>
        <div style={{ maxWidth: form === 'full' ? 860 : 560 }}>{registration}</div>
      </Shell>
    </Suspense>
  )
}
