import './printed.css'

// Paper is white: a page in the dark theme is printed in the light one, and becomes dark again afterwards.
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
