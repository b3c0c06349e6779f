import './printed.css'

// A page in the dark colour scheme switches to the light scheme while it is printed, because paper is white.
const root = document.documentElement
addEventListener('beforeprint', () => {
  const { mantineColorScheme: scheme } = root.dataset
  root.dataset.mantineColorScheme = 'light'
  addEventListener(
    'afterprint',
    () => {
      root.dataset.mantineColorScheme = scheme
    },
    { once: true },
  )
})
