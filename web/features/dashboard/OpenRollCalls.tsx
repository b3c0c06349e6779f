import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import styles from './Dashboard.module.css'
import { dashboardText as text } from './dashboard.text.ts'

/** Open safety checks that the user has to answer, at the top of the dashboard. */
export function OpenRollCalls({ rollCalls }: Pick<Dashboard, 'rollCalls'>) {
  if (rollCalls.length === 0) return null
  return (
    <ul className={styles.news} aria-label={text.rollCalls}>
      {rollCalls.map(({ id, message, city, country }) => (
        <li key={id} className={styles.newsItem} data-urgent>
          <IconAlertTriangle size={22} stroke={1.7} aria-hidden />
          <span className={styles.newsWords}>
            <span className={styles.newsTitle}>{text.areYouSafe(city ?? country)}</span>
            <span className={styles.newsLine}>{message}</span>
          </span>
          <Button
            color="red"
            renderRoot={props => <Link to="/safety/$id" params={{ id: String(id) }} {...props} />}
          >
            {text.answerNow}
          </Button>
        </li>
      ))}
    </ul>
  )
}
