import { Anchor, Skeleton, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMail, IconMinus, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Application } from '#shared/contracts/users/users.schemas.ts'
import { educationLevelLabels } from '#shared/labels.ts'
import { useMembershipApplication } from '#web/features/users/users.api.ts'
import { usersText } from '#web/features/users/users.text.ts'
import { buildTelUrl } from '#web/lib/format/format.ts'
import { isDataMissing, isRecordUnknown } from '#web/lib/query/query-state.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { LabelledValue } from '#web/ui/layout/LabelledValue.tsx'
import { EmailAddress } from '#web/ui/media/EmailAddress.tsx'
import { PersonAvatar } from '#web/ui/media/PersonAvatar.tsx'
import { ApplicantClubForm } from './ApplicantClubForm.tsx'
import styles from './ApprovalQueue.module.css'
import { type ApplicationCheck, listApplicationChecks } from './application-checks.ts'
import { checkText, queueText as text } from './approval-queue.text.ts'

const toneIcons = { good: IconCheck, look: IconAlertTriangle, plain: IconMinus }

function CheckItem({ check: { label, value, note, tone, merge } }: { check: ApplicationCheck }) {
  const ToneIcon = toneIcons[tone]
  return (
    <li className={styles.check}>
      <span className={styles.sign} data-tone={tone}>
        <ToneIcon size={16} aria-hidden />
      </span>
      <span className={styles.checkWords}>
        <span className={styles.factLabel}>{label}</span>
        <span className={styles.checkValue}>{value}</span>
        {note && <span className={styles.note}>{note}</span>}
        {merge && (
          <Anchor
            className="lone"
            size="sm"
            aria-label={checkText.compareWith(value)}
            renderRoot={props => (
              <Link
                to="/duplicates/$id"
                params={{ id: String(merge.id) }}
                search={{ with: merge.with }}
                {...props}
              />
            )}
          >
            {checkText.compare}
          </Anchor>
        )}
      </span>
    </li>
  )
}

function ApplicantHeader({ application }: { application: Application }) {
  const { fullName, email, phone } = application
  return (
    <div className={styles.person}>
      <PersonAvatar person={application} size={56} />
      <div className={styles.personWords}>
        <Title order={3} id={applicantNameId} tabIndex={-1} className={styles.name}>
          {fullName}
        </Title>
        <div className={styles.contacts}>
          <span>
            <IconMail size={16} aria-hidden /> <EmailAddress address={email} />
          </span>
          {phone && (
            <Anchor className="lone" inherit href={buildTelUrl(phone)}>
              <IconPhone size={16} aria-hidden /> {phone}
            </Anchor>
          )}
        </div>
      </div>
    </div>
  )
}

/** Element id of the applicant's name, which takes the focus after a decision on phones, where no list is shown. */
export const applicantNameId = 'application-name'

/** Application under review: contact data, studies, country and club, and the results of the automatic checks. */
export function ApplicationReview({ id, approveId }: { id: number; approveId: string }) {
  const query = useMembershipApplication(id)
  const application = query.data
  if (isRecordUnknown(query)) return <EmptyState text={text.gone} />
  if (isDataMissing(query)) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!application) return <Skeleton height={420} />
  const { institution, course, educationLevel, startYear, endYear } = application
  const years = [startYear, endYear].filter(year => year !== null).join(' – ')
  return (
    <>
      <ApplicantHeader application={application} />
      <div className={styles.box}>
        <dl className={styles.facts}>
          <LabelledValue label={usersText.institution}>{institution}</LabelledValue>
          <LabelledValue label={text.course}>
            {[course, educationLevel && educationLevelLabels[educationLevel]].filter(Boolean).join(' · ')}
          </LabelledValue>
          <LabelledValue label={text.years}>{years}</LabelledValue>
        </dl>
        {/* The key resets the form for each applicant, and when another user has changed the country or club. */}
        <ApplicantClubForm
          key={`${id} ${application.currentCountry} ${application.clubId}`}
          application={application}
          approveId={approveId}
        />
      </div>
      <Title order={4} size="h5" mb="xs">
        {text.checks}
      </Title>
      <ul className={styles.checks} aria-label={text.checks}>
        {listApplicationChecks(application).map(check => (
          <CheckItem key={`${check.label} ${check.value} ${check.merge?.id}`} check={check} />
        ))}
      </ul>
    </>
  )
}
