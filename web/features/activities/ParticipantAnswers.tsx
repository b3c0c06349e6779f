import type { Answers, Question } from '#shared/contracts/questions.ts'
import { pageText } from './activities.text.ts'
import styles from './Questions.module.css'

/** Each question with what one person answered. */
export function ParticipantAnswers({ questions, answers }: { questions: Question[]; answers: Answers }) {
  return (
    <dl className={styles.answers}>
      {questions.map(({ id, text }) => (
        <div key={id}>
          <dt>{text}</dt>
          <dd>{answers[id] ?? pageText.none}</dd>
        </div>
      ))}
    </dl>
  )
}
