/** React stands in a part of its own, and is evaluated there instead of in the first part that uses it. */
import 'react-dom/client'
