// The server's part of the address after a visit to another page: replaced here, where it adds no history entry.

import {replace} from "./address.js";

export default function ({data}) { replace(data.query); }
