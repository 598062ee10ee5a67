//! Messages as they are sent: a header that says how long the message is, and the message as JSON.
//!
//! What an editor sends is not trusted. A header is as short as headers are, and memory is taken for what arrives, not
//! for what a header promises.

use std::io::{self, BufRead, Read, Write};

use serde_json::{Value, json};

use patience::internals::{group_digits, printable_line, to_json};

/// The longest message that is read, in bytes: sixteen of the largest rules files.
const MAX_MESSAGE: u64 = 16 << 20;
/// The longest header of a message, in bytes.
const MAX_HEADER: u64 = 4096;

/// A message that was understood.
pub(super) enum Message {
    /// It is answered under its id, a number or a text.
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    /// It is not answered.
    Notification { method: String, params: Value },
    /// The answer of the editor to a request of the server, which makes none.
    Response,
}

/// The number of a reason, as the protocol has it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Code {
    NotJson = -32700,
    InvalidRequest = -32600,
    UnknownMethod = -32601,
    NotInitialized = -32002,
}

/// Says why a request has no result.
pub(super) fn refuse(code: Code, message: &str) -> Value {
    json!({ "code": code as i32, "message": message })
}

/// Reads the next message; `None` at the end of the input. For bytes that are not a valid message, returns the error
/// response to send.
///
/// # Errors
/// Returns an error if the input ends within a message, or if a header does not say where the next message begins.
pub(super) fn read(input: &mut dyn BufRead) -> io::Result<Option<Result<Message, Value>>> {
    let Some(length) = read_length(input)? else {
        return Ok(None);
    };
    let mut rest = input.take(length);
    if length > MAX_MESSAGE {
        io::copy(&mut rest, &mut io::sink())?;
        let message = format!(
            "the message has {} bytes: at most {} are read",
            group_digits(length),
            group_digits(MAX_MESSAGE)
        );
        let refusal = refuse(Code::InvalidRequest, &message);
        return Ok(Some(Err(answer(&Value::Null, Err(refusal)))));
    }
    let mut bytes = Vec::new();
    if rest.read_to_end(&mut bytes)? as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let read = serde_json::from_slice(&bytes)
        .map_err(|error| (Value::Null, refuse(Code::NotJson, &error.to_string())))
        .and_then(understand);
    Ok(Some(
        read.map_err(|(id, refusal)| answer(&id, Err(refusal))),
    ))
}

/// Reads a header, and returns the length of the message after it; `None` at the end of the input.
fn read_length(input: &mut dyn BufRead) -> io::Result<Option<u64>> {
    let mut header = input.take(MAX_HEADER);
    let (mut line, mut length) = (Vec::new(), None);
    loop {
        line.clear();
        if header.read_until(b'\n', &mut line)? == 0 && header.limit() == MAX_HEADER {
            return Ok(None);
        }
        if line == b"\r\n" {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        let field = text.strip_suffix("\r\n").and_then(|l| l.split_once(": "));
        let (name, value) = field.ok_or_else(|| no_length(&text))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(value.parse().map_err(|_| no_length(&text))?);
        }
    }
    length.map(Some).ok_or_else(|| no_length(""))
}

/// The error of a header that hides where the next message begins.
fn no_length(found: &str) -> io::Error {
    let found: String = found.trim_end().chars().take(40).collect();
    let message = format!(
        "expected the header `Content-Length: ` with a number, found `{}`",
        printable_line(&found)
    );
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Reads the kind of a message. If it is malformed, returns its id and the mistake.
fn understand(mut message: Value) -> Result<Message, (Value, Value)> {
    let id = message.get("id").cloned();
    let is_id = |id: &Value| id.is_number() || id.is_string();
    let method = message.get("method").and_then(Value::as_str);
    match (method.map(str::to_owned), id) {
        (Some(method), None) => Ok(Message::Notification {
            method,
            params: message["params"].take(),
        }),
        (Some(method), Some(id)) if is_id(&id) => Ok(Message::Request {
            id,
            method,
            params: message["params"].take(),
        }),
        (None, Some(_)) if message.get("result").is_some() || message.get("error").is_some() => {
            Ok(Message::Response)
        }
        (method, id) => {
            let expected = match method {
                Some(_) => "expected a number or a text as the `id`",
                None => "expected an object with the text `method`",
            };
            let refusal = refuse(Code::InvalidRequest, expected);
            Err((id.filter(is_id).unwrap_or_default(), refusal))
        }
    }
}

/// The answer to the request with an id, which is null if nobody knows it.
pub(super) fn answer(id: &Value, result: Result<Value, Value>) -> Value {
    match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(error) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
    }
}

/// A message that is not answered.
pub(super) fn notification(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

/// Sends a message.
pub(super) fn write(output: &mut dyn Write, message: &Value) -> io::Result<()> {
    let text = to_json(message);
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}
