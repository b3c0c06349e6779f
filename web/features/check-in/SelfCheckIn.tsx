import { Button, Card, Skeleton, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconScan } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { selfCheckInText as text } from '#texts/check-in.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'
import styles from './CheckIn.module.css'
import { useSelfCheckIn } from './check-in.api.ts'
import { WalkInQuestionsForm } from './WalkInQuestionsForm.tsx'

/** Page that opens when a user scans the venue's QR code. It checks the user in to the activity. */
export function SelfCheckIn({ id, code }: { id: number; code: string }) {
  const { data, error, isPending, refetch, setAnswer } = useSelfCheckIn(id, code)
  const icon = { size: 64, stroke: 1.5, 'aria-hidden': true } as const
  const toActivity = (
    <Button component={Link} to={`/activities/${id}`} variant="default">
      {text.open}
    </Button>
  )
  if (code === '') {
    return (
      <Card className={styles.self}>
        <IconScan {...icon} />
        <Text ta="center">{text.noCode}</Text>
        {toActivity}
      </Card>
    )
  }
  if (isPending) return <Skeleton height={280} radius={16} aria-label={text.working} />
  if (data?.outcome === 'questions')
    return <WalkInQuestionsForm key={data.code} id={id} asked={data} onAnswered={setAnswer} />
  return (
    <Card className={styles.self} role="status">
      {data ? (
        <>
          <IconCircleCheck {...icon} className={styles.good} />
          <Title order={2} ta="center">
            {text[data.outcome]}
          </Title>
          <Text ta="center" className={styles.title}>
            {data.title}
          </Text>
          <Text c="dimmed" size="sm">
            {text.at({ moment: formatDateTime(data.attendedAt) })}
          </Text>
        </>
      ) : (
        <>
          <IconCircleX {...icon} className={styles.bad} />
          <Title order={2} ta="center">
            {text.failed}
          </Title>
          <Text ta="center">{error ? getErrorMessageForUser(error, text.noCode) : text.noCode}</Text>
          <Button variant="default" onClick={() => void refetch()}>
            {text.again}
          </Button>
        </>
      )}
      {toActivity}
    </Card>
  )
}
