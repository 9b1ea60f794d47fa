//! Ctrl-C: nothing that was said is lost, and whoever waits need not.
#![cfg(unix)]

mod support;

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use memoryos::{
    ports::{Clock, Store},
    types::Owner,
};
use memoryos_host::{Settings, SystemClock, settings::Flags};
use support::Person;

/// Longer than any test runs: what waits for it waits until it is interrupted.
const LEASE: Duration = Duration::from_hours(1);

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("a signal is sent").success());
}

/// A server that takes a request and says nothing; tells when it has one.
fn silent_server() -> (String, mpsc::Receiver<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let (tell, asked) = mpsc::channel();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        let read = stream.read(&mut [0; 16]).expect("the beginning of a request");
        assert!(read > 0);
        tell.send(()).expect("the test waits");
        // Kept open until the client goes.
        drop(stream.read_to_end(&mut Vec::new()));
    });
    (format!("http://{address}/v1"), asked)
}

#[test]
fn a_chat_interrupted_before_the_first_word_keeps_the_question_and_goes_on() {
    let person = Person::new();
    let (url, asked) = silent_server();
    let mut command = person.command(&["chat", "--llm-url", &url, "--llm-model", "m"], &[]);
    let mut chat = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut said = chat.stdin.take().expect("piped");
    said.write_all(b"I am Ada\n").expect("written");
    asked.recv().expect("the model is asked");
    interrupt(&chat);
    said.write_all(b"/memory\n/quit\n").expect("the chat goes on");
    let ended = chat.wait_with_output().expect("the program ends");
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(ended.status.success() && told.contains("interrupted"), "{told}");
    assert!(person.run(&["export"]).out.contains("I am Ada"));
}

#[test]
fn settling_says_that_another_program_is_at_work_and_can_be_interrupted() {
    let person = Person::new();
    let narrow = [("MEMORYOS_SHORT_TERM__CAPACITY", "1")];
    for said in ["one", "two"] {
        assert_eq!(person.run_with(&["remember", said, "--no-wait"], &narrow, b"").code, 0);
    }
    take_a_job(&person);
    let mut settle = person.command(&["settle"], &narrow).stderr(Stdio::piped()).spawn().expect("starts");
    let mut told = BufReader::new(settle.stderr.take().expect("piped"));
    let mut line = String::new();
    told.read_line(&mut line).expect("text");
    assert!(line.contains("another program is at work") && line.contains("consolidate"), "{line}");
    interrupt(&settle);
    told.read_line(&mut line).expect("text");
    assert!(line.contains("interrupted; nothing is lost, 1 job waiting"), "{line}");
    assert_eq!(settle.wait().expect("ends").code(), Some(130));
}

/// Takes the person's next job as another program would, and keeps it.
fn take_a_job(person: &Person) {
    let flags = Flags { data: Some(person.data()), ..Flags::default() };
    let settings = Settings::load_from(&flags, std::iter::empty()).expect("settings");
    let opened = memoryos_host::open_to_read(&settings).expect("opens");
    let owner: &Owner = &opened.owner;
    // Pages that do not fill a batch wait for more; the one who takes the job looks from later on.
    let later = SystemClock.now() + LEASE;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let job = runtime.block_on(opened.store.lease_job(Some(owner), later, LEASE)).expect("leased");
    assert!(job.is_some());
}
